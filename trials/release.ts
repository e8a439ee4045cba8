// Does `release: "sentence"` keep its promise with the real scorer? Simulated answers with loaded sentences in random places are streamed
// in pieces of random size; every sentence was scored by itself before, and none of those that fail may leave.
// `npm run trial -- release [answers] [fast|default]`.
import { openAnalyzer } from '@equipoise/score/weights'
import { debate, EVEN_MODEL } from '@equipoise/simulated'
import { startDeadline } from '../server/src/ai/deadline.ts'
import { isNeutralEnough } from '../server/src/ai/decide.ts'
import type { Provider } from '../server/src/ai/provider.ts'
import { releaseSentences } from '../server/src/ai/release.ts'
import { Secret } from '../server/src/ground/secret.ts'

const LOADED = [
  'You idiots.',
  'These people are idiots and everybody knows it.',
  'Only a fool would believe this shameful and disgusting lie.',
  'The corrupt elite has betrayed decent families once again!',
  'Is it any wonder that such lazy parasites ruin everything?',
  'This reckless, outrageous scheme is a complete disaster.',
  'Nobody with common sense can oppose this brilliant, heroic and long overdue step.',
  'The usual critics spread ridiculous fears, as they always do.',
  'Women are too emotional to lead a company.',
  'Frankly, the so-called experts are a pathetic joke.',
]
/** The share of sentences with a loaded one before them, in the first attempt and in later ones. */
const LOADED_SHARES = [0.25, 0.05]
const PIECE_CHARS_MAX = 24
const MODES = ['rebalance', 'strict'] as const

interface ReleaseTrial {
  readonly answers: number
  readonly sentences: number
  readonly failing: number
  readonly released: number
  /** Failing sentences that were sent; must be empty. */
  readonly leaked: readonly string[]
  /** Answers that ended early, because no attempt could continue. */
  readonly cutOff: number
  readonly attempts: number
}

export async function tryRelease(answers: number, tier: 'fast' | 'default', seed = 1): Promise<ReleaseTrial> {
  const analyze = openAnalyzer({ tier })
  const random = numbersFrom(seed)
  const known = new Map<string, number | null>()
  const scoreOf = (sentence: string): number | null => {
    if (!known.has(sentence)) known.set(sentence, analyze(sentence).ainScore)
    return known.get(sentence) ?? null
  }
  const trial = { answers, sentences: 0, failing: 0, released: 0, leaked: [] as string[], cutOff: 0, attempts: 0 }
  for (let at = 0; at < answers; at++) {
    const mode = MODES[at % MODES.length] ?? 'strict'
    const sent: string[] = []
    const provider = streaming(() => {
      const share = LOADED_SHARES[sent.length === 0 ? 0 : 1] ?? 0
      const sentences = sentencesOf(`Argue that plan ${seed}-${at}-${sent.length} helps.`, share, random)
      sent.push(...sentences)
      return sentences.join(random() < 0.2 ? '\n' : ' ')
    }, random)
    let left = ''
    const deadline = startDeadline(60_000, new AbortController(), () => 0)
    const onPiece = ({ text }: { text: string }): undefined => {
      left += text
    }
    const listener = { onPiece, onAttempt: () => undefined }
    const options = {
      provider,
      mode,
      listener,
      score: (text: string) => analyze(text),
      nowMs: () => 0,
      onScorerFailure: raise,
    }
    const outcome = await releaseSentences({ ...options, ask: { ...ASK, deadline } }).finally(deadline.end)
    const failing = sent.filter((sentence) => !isNeutralEnough(scoreOf(sentence), mode))
    trial.sentences += sent.length
    trial.failing += failing.length
    trial.leaked.push(...failing.filter((sentence) => left.includes(sentence)))
    trial.released += sent.filter((sentence) => left.includes(sentence)).length
    trial.cutOff += outcome.passed ? 0 : 1
    trial.attempts += outcome.attempts.length
  }
  return trial
}

const ASK = {
  dialect: 'chat',
  request: { messages: [{ role: 'user', content: 'Should this change?' }] },
  head: { id: 'x' },
  wantsText: true,
  model: 'm',
  key: new Secret('k'),
  keyName: 'user_api_key',
} as const

function sentencesOf(prompt: string, loadedShare: number, random: () => number): string[] {
  const calm = debate(prompt, EVEN_MODEL).split(/(?<=\.) /)
  return calm.flatMap((sentence) => {
    const loaded = LOADED[Math.floor(random() * LOADED.length)] ?? ''
    return random() < loadedShare ? [loaded, sentence] : [sentence]
  })
}

function streaming(write: () => string, random: () => number): Provider {
  return {
    name: 'simulated',
    defaultModel: 'm',
    complete: () => Promise.reject(new Error('only streams are asked for')),
    async stream({ deadline }, onPiece) {
      const text = write()
      for (let at = 0; at < text.length; ) {
        const size = 1 + Math.floor(random() * PIECE_CHARS_MAX)
        await onPiece({ text: text.slice(at, at + size), events: '', model: 'm' })
        deadline.signal.throwIfAborted()
        at += size
      }
      const whole = { choices: [{ finish_reason: 'stop' }], usage: { prompt_tokens: 1, completion_tokens: 1 } }
      return { whole, texts: [text], model: 'm', usage: { inputTokens: 1, outputTokens: 1 } }
    },
    embed: undefined,
    countTokens: undefined,
  }
}

/** A seeded generator: the same numbers in every run. */
function numbersFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

function raise(error: unknown): never {
  throw error
}

if (process.argv[1] === import.meta.filename) {
  const trial = await tryRelease(Number(process.argv[2] ?? 10_000), process.argv[3] === 'default' ? 'default' : 'fast')
  console.log(JSON.stringify({ ...trial, leaked: trial.leaked.length }))
  for (const sentence of new Set(trial.leaked)) console.log(`left: ${sentence}`)
  process.exitCode = trial.leaked.length === 0 ? 0 : 1
}
