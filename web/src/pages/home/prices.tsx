import type { PlanInfo } from '@equipoise/sdk'
import { Link } from 'react-router'
import { useAccount, usePlans } from '../../api.ts'
import { countOf, formatEuro } from '../../format.ts'
import { planFor, planTitle } from '../../shell/plan-names.ts'
import classes from './home.module.css'

const SHOWN_MAX = 3

export function Prices() {
  const shown = (usePlans().data?.plans ?? []).slice(0, SHOWN_MAX)
  return (
    <section className={classes.section}>
      <h2>Prices</h2>
      <p className={classes.sectionLead}>Start free, without a card. Paid plans raise your monthly limits.</p>
      <div className={classes.cards} style={{ minHeight: 190 }}>
        {shown.map((plan) => (
          <PriceCard key={plan.id} plan={plan} />
        ))}
      </div>
      <p>
        <Link to="/app/pricing">Compare all plans</Link>
      </p>
    </section>
  )
}

function PriceCard({ plan }: { plan: PlanInfo }) {
  const account = useAccount()
  return (
    <article className={classes.useCard}>
      <h3>{planTitle(plan.id)}</h3>
      <p>{planFor(plan.id)}</p>
      <p className={classes.price}>
        {formatEuro(plan.price_eur)} <small>a month</small>
      </p>
      <ul>
        <li>{countOf(plan.ai_analyze)} text analyses</li>
        <li>{countOf(plan.ai_chat)} chats</li>
        <li>{countOf(plan.compute)} compute units of 10,000 bits</li>
      </ul>
      <p className={classes.actions}>
        <Link
          to={`/app/${account ? 'billing' : 'sign-up'}${plan.price_eur === 0 ? '' : `?plan=${plan.id}`}`}
          className={classes.button}
        >
          {plan.price_eur === 0 ? 'Start free' : `Choose ${planTitle(plan.id)}`}
        </Link>
      </p>
    </article>
  )
}
