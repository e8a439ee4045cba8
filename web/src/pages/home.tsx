// The home page: what this is, for whom, why to trust it, and a small text editor to try.
import { Link } from 'react-router'
import { useAccount, useBrandName } from '../api.ts'
import { Farewell } from '../shell/farewell.tsx'
import { useTabTitle } from '../shell/page-title.tsx'
import classes from './home/home.module.css'
import { Newsletter } from './home/newsletter.tsx'
import { Prices } from './home/prices.tsx'
import { DrawProduct, GatewayProduct, TextProduct } from './home/products.tsx'
import { ProofInShort, ProofStrip } from './home/proof-strip.tsx'
import { TryIt } from './home/try-it.tsx'

export function Home() {
  useTabTitle('Neutral texts, neutral AI, fair draws')
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
      <Prices />
      <Newsletter />
    </div>
  )
}

function Opening() {
  const name = useBrandName()
  const account = useAccount()
  return (
    <div className={classes.promise}>
      <p className={classes.forWhom}>For newsrooms, AI teams, studies and games</p>
      <h1>
        <span className={classes.phrase}>Neutral writing.</span> <span className={classes.phrase}>Neutral AI.</span>{' '}
        <span className={classes.phrase}>Fair draws.</span>
      </h1>
      <p className={classes.lead}>
        {name} marks the words that take a side and scores how neutral a text is. If an AI model's answer is biased, it
        asks again. Anyone can verify its random draws, for studies and games.
      </p>
      <div className={classes.start}>
        <p className={classes.actions}>
          <a href="#try" className={classes.button} data-main>
            Try your text
          </a>
          <Link to={account ? '/app/keys' : '/app/sign-up?next=%2Fapp%2Fkeys'} className={classes.button}>
            Get an API key
          </Link>
        </p>
        <ProofInShort />
      </div>
    </div>
  )
}
