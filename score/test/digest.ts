import { analyze, type Deep, explain, type Model } from '../src/score.ts'
import { everyday } from './data/everyday.ts'
import { type VerdictKind, verdictsOf, verdictTexts } from './data/verdicts.ts'

// One number for 500 scores, to the last bit: what every engine and processor must agree on.

export const DIGESTED_TEXTS: readonly string[] = [
  ...(Object.keys(verdictTexts) as VerdictKind[]).flatMap(verdictsOf),
  ...everyday.map(({ text }) => text),
].slice(0, 500)

/** What `digestOf` gives with the weights of each tier. Changes with the weights and with every rule of the score. */
export const DIGESTS = { default: 'fcfd7201', permissive: '62ff8938' } as const

/** FNV-1a over the bits of every score and of every sentence's logit, as eight hexadecimal digits. */
export function digestOf(model: Model, deep: Deep): string {
  let hash = 0x811c9dc5
  const take = (value: number): void => {
    for (const byte of new Uint8Array(Float64Array.of(value).buffer)) hash = Math.imul(hash ^ byte, 0x01000193)
  }
  for (const text of DIGESTED_TEXTS) {
    take(analyze(model, text, { deep }).ainScore)
    for (const { logit } of explain(model, text, { deep })) take(logit)
  }
  return (hash >>> 0).toString(16).padStart(8, '0')
}
