import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

// The corpora as they lie in the data folder: one JSON object a line, compressed. Their texts never leave this process.

export interface Row {
  readonly id: string
  readonly text: string
  readonly label: number | null
  readonly source?: string
  readonly votes_sg2?: readonly [number, number]
  // Share of yes that the teacher gives it, 0 to 1 (see teacher/README.md).
  readonly teacher?: number
  readonly biased_words?: readonly string[]
  readonly link?: string | null
  readonly outlet?: string
  readonly pair?: number | string
  readonly paired?: boolean
  readonly direction?: string
  readonly pol?: readonly number[]
  readonly stance?: string
  readonly topic?: string
  readonly lean?: string
  readonly tok_tags?: readonly string[]
  readonly split?: string
  // Of a manifesto: which one, what it speaks of, and whose view it is.
  readonly manifesto?: number
  readonly scale?: 'economic' | 'social'
  readonly side?: 'left' | 'right' | 'none'
  readonly verb?: string
  readonly domain?: string
  readonly url?: string
}

export type CorpusName =
  | 'babe'
  | 'annolexical'
  | 'wnc'
  | 'hyperpartisan_docs'
  | 'issuebench_llm'
  | 'twinviews'
  | 'direction_news'
  | 'wikibias'
  | 'groups'
  | 'plain_facts'
  | 'policy'
  | 'identity_groups'
  | 'groups_more'
  | 'newssd'
  | 'articles'
  | 'technical'

export function readCorpus(folder: string, name: CorpusName): Row[] {
  const lines = gunzipSync(readFileSync(join(folder, `${name}.jsonl.gz`)))
    .toString('utf8')
    .split('\n')
  return lines
    .filter((line) => line.length > 0)
    .map((line) => JSON.parse(line) as Row)
    .map((row, at) => ({ ...row, id: row.id ?? `${name}-${at}` }))
}

const VOTES = new URL('./teacher/annolexical.votes', import.meta.url)

// Anno-lexical with the teacher's votes beside its labels: one byte a row, in the order of the file.
export function readTaught(folder: string): Row[] {
  const rows = readCorpus(folder, 'annolexical')
  const votes = readFileSync(VOTES)
  if (votes.length !== rows.length) {
    throw new RangeError(`The teacher voted on ${votes.length} rows, anno-lexical has ${rows.length}: teach it anew`)
  }
  return rows.map((row, at) => ({ ...row, teacher: (votes[at] ?? 0) / 255 }))
}
