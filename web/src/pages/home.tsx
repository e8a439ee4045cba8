// The home page: what this is, for whom, why to trust it, and a small text editor to try.
import { Suspense } from 'react'
import { Link } from 'react-router'
import { useAccount, useBrand } from '../api.ts'
import { Farewell } from '../shell/farewell.tsx'
import { later } from '../shell/later.ts'
import { useTabTitle } from '../shell/page-title.tsx'
import classes from './home/home.module.css'
import { Prices } from './home/prices.tsx'
import { AuditProduct, DrawProduct, GatewayProduct, TextProduct } from './home/products.tsx'
import { ProofStrip } from './home/proof-strip.tsx'
import { TryIt } from './home/try-it.tsx'

/** Without email nobody could confirm a subscription, and nobody needs its script. */
const Newsletter = later(() => import('./home/newsletter.tsx').then((part) => part.Newsletter))

export function Home() {
  useTabTitle('Neutral writing, neutral AI, fair draws')
  const hasMail = useBrand()?.features.mail === true
  return (
    <div className={classes.home}>
      <Farewell />
      <section className={classes.hero}>
        <Opening />
        <TryIt />
      </section>
      <ProofStrip />
      <TextProduct />
      <GatewayProduct />
      <DrawProduct />
      <AuditProduct />
      <Prices />
      {hasMail && (
        <Suspense>
          <Newsletter />
        </Suspense>
      )}
    </div>
  )
}

function Opening() {
  const account = useAccount()
  return (
    <div className={classes.promise}>
      <p className={classes.kicker}>For newsrooms, AI teams, studies and games</p>
      <h1>
        <span className={classes.phrase}>Neutral writing.</span> <span className={classes.phrase}>Neutral AI.</span>{' '}
        <span className={classes.phrase}>Fair draws.</span>
      </h1>
      <p className={classes.lead}>See which words take a side, retry loaded AI answers, run draws anyone can verify.</p>
      <p className={classes.actions}>
        <button type="button" className={classes.button} data-main onClick={startTyping}>
          Try your text
        </button>
        <Link to={account ? '/app/keys' : '/app/sign-up?next=%2Fapp%2Fkeys'} className={classes.button}>
          Get an API key
        </Link>
      </p>
    </div>
  )
}

/** Selects the sample, so that a pasted text replaces it. */
function startTyping(): void {
  const field = document.querySelector('textarea')
  field?.focus()
  field?.select()
}
