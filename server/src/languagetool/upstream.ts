// A real LanguageTool server, so that editors keep grammar and spelling checks. Its address comes only from the configuration; redirects
// are rejected, and it has a deadline. If it fails, the response has our own matches only.
import { z } from 'zod'
import type { Match } from './matches.ts'

export interface Upstream {
  check(fields: Readonly<Record<string, string>>, signal: AbortSignal): Promise<UpstreamAnswer>
  languages(signal: AbortSignal): Promise<readonly Language[]>
}

interface UpstreamAnswer {
  readonly matches: readonly Match[]
  readonly language?: Readonly<Record<string, unknown>> | undefined
}

export interface Language {
  readonly name: string
  readonly code: string
  readonly longCode: string
}

/** The fields that are passed on; a user name and a key are not. */
const PASSED_ON = [
  'text',
  'data',
  'language',
  'level',
  'motherTongue',
  'preferredVariants',
  'enabledRules',
  'disabledRules',
  'enabledCategories',
  'disabledCategories',
  'enabledOnly',
]
const TIMEOUT_MS = 5_000
const ANSWER_BYTES_MAX = 8_388_608

const match = z.looseObject({ offset: z.int().min(0), length: z.int().min(0), message: z.string() })
const answer = z.object({ matches: z.array(match), language: z.looseObject({}).optional() })
const languageList = z.array(z.object({ name: z.string(), code: z.string(), longCode: z.string() }))

export function openUpstream(baseUrl: string): Upstream {
  const url = (path: string) => `${baseUrl.replace(/\/v2$/, '')}/v2/${path}`
  return {
    async check(fields, signal) {
      const known = PASSED_ON.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]]))
      const body = new URLSearchParams(known).toString()
      const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' }
      const { matches, language } = answer.parse(await ask(url('check'), { method: 'POST', body, headers, signal }))
      return { matches: matches as unknown as Match[], language }
    },
    async languages(signal) {
      return languageList.parse(await ask(url('languages'), { method: 'GET', signal }))
    },
  }
}

async function ask(url: string, { signal, ...init }: RequestInit & { signal: AbortSignal }): Promise<unknown> {
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])
  const response = await fetch(url, { ...init, redirect: 'error', signal: deadline })
  if (!response.ok) throw new Error(`LanguageTool answered ${response.status}`)
  return JSON.parse(await readText(response))
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > ANSWER_BYTES_MAX) throw new Error('The response of LanguageTool is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}
