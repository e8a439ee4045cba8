// How long the guardrails for other gateways take, from sending the prompt to having read the answer, one caller after the other and eight
// at once. Needs a service on this machine (EQUIPOISE_URL) and a key with 1,000 text analyses left (EQUIPOISE_API_KEY). Writes the table
// of docs/guide/other-gateways.md: `npx tsx bench/guardrails.ts`.
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { Agent, request } from 'undici'
import { makeSentences } from './neutrality-texts.ts'

const PAGE = new URL('../docs/guide/other-gateways.md', import.meta.url)
const MARKS = ['<!-- guardrails: written by bench/guardrails.ts -->', '<!-- end of guardrails -->'] as const
const CALLS = 200
const WARM_UP = 20
const CALLERS = 8
const SENTENCES = 3

const { EQUIPOISE_URL: url = 'http://127.0.0.1:8080', EQUIPOISE_API_KEY: key = '' } = process.env
const dispatcher = new Agent({ connections: CALLERS })
// Each sentence is new, also to a service that this was run against before: the encoder remembers what it has read.
const sentences = makeSentences(SENTENCES * 4 * (CALLS + WARM_UP + CALLERS)).map(
  (text, nth) => `${text.replace(/\.$/, '')} in case ${Date.now() + nth}.`,
)

async function ask(tier: string): Promise<number> {
  const content = sentences.splice(0, SENTENCES).join(' ')
  const startMs = performance.now()
  const { statusCode, body } = await request(`${url}/ai/guardrails/envoy?min_score=0&tier=${tier}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'm', messages: [{ role: 'user', content }] }),
    dispatcher,
  })
  const told = await body.text()
  if (statusCode !== 200) throw new Error(`${statusCode}: ${told}`)
  return performance.now() - startMs
}

async function row(name: string, tier: string, callers: number): Promise<string> {
  for (let nth = 0; nth < WARM_UP; nth++) await ask(tier)
  const times: number[] = []
  const work = async () => {
    while (times.length < CALLS) times.push(await ask(tier))
  }
  await Promise.all(Array.from({ length: callers }, work))
  times.sort((a, b) => a - b)
  const at = (share: number) => `${(times[Math.floor(times.length * share)] ?? 0).toFixed(1)} ms`
  return `| ${name} | ${callers} | ${at(0.5)} | ${at(0.99)} |`
}

const rows = [
  await row('`fast`', 'fast', 1),
  await row('`fast`', 'fast', CALLERS),
  await row('default', 'default', 1),
  await row('default', 'default', CALLERS),
]
const day = new Date().toISOString().slice(0, 10)
const table = `Prompts of three sentences, each of them new, on ${cpus().length} cores with a load of ${loadavg()[1]?.toFixed(0)}, ${day}:

| tier | callers at once | half of the calls within | 99 % within |
|---|---|---|---|
${rows.join('\n')}`
const page = readFileSync(PAGE, 'utf8')
const [before = '', rest = ''] = page.split(MARKS[0])
const [, after = ''] = rest.split(MARKS[1])
writeFileSync(PAGE, `${before}${MARKS[0]}\n\n${table}\n\n${MARKS[1]}${after}`)
console.log(rows.join('\n'))
await dispatcher.close()
