// The page people meet first: what this is, for whom, and the text editor to try at once.
import { useBrandName } from '../api.ts'
import { Exchange } from '../home/exchange-view.tsx'
import classes from '../home/home.module.css'
import { Measured } from '../home/measured.tsx'
import { Prices } from '../home/prices.tsx'
import { Proof } from '../home/proof.tsx'
import { StartNow } from '../home/start-now.tsx'
import { TryIt } from '../home/try-it.tsx'
import { Uses } from '../home/uses.tsx'
import { useTabTitle } from '../shell/page-title.tsx'

export function Home() {
  const name = useBrandName()
  useTabTitle('See which words take a side')
  return (
    <div className={classes.home}>
      <section className={classes.hero}>
        <h1>See which words take a side</h1>
        <p>
          {name} scores how neutral a text is, marks the words that tilt it and suggests plainer ones. It can also make
          AI answers neutral. Try it: change the text below.
        </p>
        <TryIt />
      </section>
      <Exchange />
      <Proof />
      <Uses />
      <Prices />
      <Measured />
      <StartNow />
    </div>
  )
}
