// The three products, each with a picture, a few lines of code, and a link.

import { response, samples } from 'virtual:stored'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { SAMPLES } from '../../analysis/samples.ts'
import { ORIGIN } from '../../api.ts'
import { formatScore } from '../../format.ts'
import { bandColor } from '../../marked/bands.ts'
import { MarkedText } from '../../marked/marked-text.tsx'
import { Bars } from './bars.tsx'
import { CodeBlock } from './code-block.tsx'
import { Exchange } from './exchange-view.tsx'
import { FIRST_TEXT } from './first-call.ts'
import homeClasses from './home.module.css'
import classes from './products.module.css'

interface ProductProps {
  readonly title: string
  readonly lead: string
  readonly picture: ReactNode
  readonly code: ReactNode
  readonly button: ReactNode
}

function Product({ title, lead, picture, code, button }: ProductProps) {
  return (
    <section className={homeClasses.section}>
      <h2>{title}</h2>
      <p className={homeClasses.sectionLead}>{lead}</p>
      <div className={classes.product}>
        <div>{picture}</div>
        <div>
          {code}
          <p className={homeClasses.actions}>{button}</p>
        </div>
      </div>
    </section>
  )
}

/** Which sample to show; the build has computed its analysis. */
const SHOWN = 2

export function TextProduct() {
  const request = `curl -s ${ORIGIN}/try/analyze \\\n  -H 'Content-Type: application/json' \\\n  -d '{"text": "${FIRST_TEXT}"}'`
  return (
    <Product
      title="Text: see which words take a side"
      lead="Check a report, a press release or a help page before you publish it: in the editor, in your build or through the API. Accept a plainer word with one click."
      picture={<MarkedSample />}
      code={<CodeBlock code={request} answer={response} note="Works without an account. Paste it into a terminal." />}
      button={
        <Link to="/app/text" className={homeClasses.button}>
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

const GATEWAY_CODE = `from openai import OpenAI

client = OpenAI(
    base_url="${ORIGIN}/v1",
    api_key="your key")
answer = client.chat.completions.create(
    model="llama-3.1-8b-instant:strict",
    messages=[{"role": "user", "content": question}])`

export function GatewayProduct() {
  return (
    <Product
      title="Gateway: make your AI answer neutrally"
      lead="Send your chat requests through us. We score each answer. In strict mode, we do so before you get it: if an answer is loaded, we ask the model again, up to three times, and name the words to avoid."
      picture={<Exchange />}
      code={<CodeBlock code={GATEWAY_CODE} note="Your OpenAI client, with another address." />}
      button={
        <Link to="/app/chat" className={homeClasses.button}>
          Try it in the chat
        </Link>
      }
    />
  )
}

const DRAW_CODE = `curl -s ${ORIGIN}/compute \\
  -H 'Content-Type: application/json' \\
  -d '{"bias": 0.9, "N": 9, "samples": 1000, "seed": 42}'

// Repeat it without us, in Node or in a browser:
import { compute } from '@equipoise/engine'
compute({ bias: 0.9, N: 9, samples: 1000, seed: 42 })`

export function DrawProduct() {
  return (
    <Product
      title="Draws: fair outcomes that anybody can verify"
      lead="For games, studies and draws: a source with any bias becomes a sequence with as many ones as zeros (one more or less if their number is odd). The seed and a SHA-256 digest let anybody repeat it without us. To show that nobody chose the seed, announce the draw first."
      picture={<Bars />}
      code={<CodeBlock code={DRAW_CODE} note="Works without an account up to N = 9." />}
      button={
        <>
          <Link to="/app/draws" className={homeClasses.button}>
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
