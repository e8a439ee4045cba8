// The three products, each with a picture, a few lines of code, and a link.

import { response, samples, winner } from 'virtual:stored'
import type { CSSProperties, ReactNode } from 'react'
import { Link } from 'react-router'
import { SAMPLES } from '../../analysis/samples.ts'
import { ORIGIN } from '../../api.ts'
import { PairPlot } from '../../audits/pair-plot.tsx'
import { formatScore } from '../../format.ts'
import { bandColor } from '../../marked/bands.ts'
import { MarkedText } from '../../marked/marked-text.tsx'
import { CodeBlock } from './code-block.tsx'
import { RAFFLE } from './exchange.ts'
import { Exchange } from './exchange-view.tsx'
import { FIRST_TEXT } from './first-call.ts'
import homeClasses from './home.module.css'
import classes from './products.module.css'

interface ProductProps {
  /** Names the tint. */
  readonly name: 'texts' | 'gateway' | 'draws' | 'audits'
  readonly kicker: string
  readonly title: string
  readonly lead: string
  readonly picture: ReactNode
  readonly code?: ReactNode
  readonly button: ReactNode
}

function Product({ name, kicker, title, lead, picture, code, button }: ProductProps) {
  return (
    <section className={homeClasses.section} style={{ '--tint': `var(--eq-${name})` } as CSSProperties}>
      <div className={classes.product}>
        <div className={classes.words}>
          <p className={homeClasses.kicker}>{kicker}</p>
          <h2>{title}</h2>
          <p className={homeClasses.sectionLead}>{lead}</p>
          <p className={homeClasses.actions}>{button}</p>
        </div>
        <div>{picture}</div>
        {code && <div className={classes.wide}>{code}</div>}
      </div>
    </section>
  )
}

/** Which sample to show; the build has computed its analysis. */
const SHOWN = 2

const JSON_HEADER = "-H 'Content-Type: application/json'"

export function TextProduct() {
  const curl = `curl -s ${ORIGIN}/try/analyze \\\n  ${JSON_HEADER} \\\n  -d '{"text": "${FIRST_TEXT}"}'`
  const node = `const response = await fetch('${ORIGIN}/try/analyze', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ text: '${FIRST_TEXT}' }),
})
const { ain_score, evidence } = await response.json()`
  const python = `import requests

response = requests.post("${ORIGIN}/try/analyze",
    json={"text": "${FIRST_TEXT}"})
print(response.json()["ain_score"])`
  return (
    <Product
      name="texts"
      kicker="Texts"
      title="See which words take a side"
      lead="Check a text before you publish it: in the editor, in your build or through the API."
      picture={<MarkedSample />}
      code={
        <CodeBlock
          codes={[
            ['curl', curl],
            ['Node', node],
            ['Python', python],
          ]}
          answer={response}
          note="Works without an account. Paste it into a terminal."
        />
      }
      button={
        <Link to="/app/text" className={homeClasses.button} data-tint>
          Open the text editor
        </Link>
      }
    />
  )
}

function MarkedSample() {
  const [sample, analysis] = [SAMPLES[SHOWN], samples[SHOWN]]
  if (!sample || !analysis) return null
  return (
    <figure className={classes.marked}>
      <p>
        <MarkedText text={sample.text} evidence={analysis.evidence} />
      </p>
      <figcaption>
        <strong style={{ color: bandColor(analysis.band) }}>{formatScore(analysis.ain_score)}</strong> of 1,{' '}
        {analysis.band}: {analysis.evidence.length} words take a side.
      </figcaption>
    </figure>
  )
}

const GATEWAY_CODES = [
  [
    'Python',
    `from openai import OpenAI

client = OpenAI(base_url="${ORIGIN}/v1", api_key="your key")
answer = client.chat.completions.create(
    model="llama-3.1-8b-instant:strict",
    messages=[{"role": "user", "content": question}])`,
  ],
] as const

export function GatewayProduct() {
  return (
    <Product
      name="gateway"
      kicker="Gateway"
      title="Make your AI answer neutrally"
      lead="Send your chat requests through us: we score each answer. In strict mode, we ask the model again, up to three times, if its answer is loaded, and name the words to avoid."
      picture={<Exchange />}
      code={<CodeBlock codes={GATEWAY_CODES} note="Your OpenAI client, with another address." />}
      button={
        <Link to="/app/chat" className={homeClasses.button} data-tint>
          Try it in the chat
        </Link>
      }
    />
  )
}

export function DrawProduct() {
  return (
    <Product
      name="draws"
      kicker="Draws"
      title="Draws that anyone can verify"
      lead="Pick winners, throw dice, pull loot or assign people to groups. The seed lets anyone repeat the result without us. To show that nobody chose the seed, announce the draw first."
      picture={<DrawnWinner />}
      button={
        <>
          <Link to="/app/draws" className={homeClasses.button} data-tint>
            Make a draw
          </Link>
          <Link to="/app/playground" className={homeClasses.button}>
            Open the playground
          </Link>
        </>
      }
    />
  )
}

/** A draw that the build made. */
function DrawnWinner() {
  const { entries, seed } = RAFFLE
  return (
    <figure className={classes.winner}>
      <p className={homeClasses.kicker}>The winner</p>
      <strong>{winner}</strong>
      <figcaption>
        Drawn from {entries.join(', ')} with the seed <code>{seed}</code>.
      </figcaption>
    </figure>
  )
}

export function AuditProduct() {
  return (
    <Product
      name="audits"
      kicker="Audits"
      title="Test whether a model is even-handed"
      lead="Ask a model the same about two sides, hundreds of times, and see whether it treats them alike."
      picture={<PairPlot />}
      button={
        <Link to="/app/audits" className={homeClasses.button} data-tint>
          Audit a model
        </Link>
      }
    />
  )
}
