import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

// The corpora as they lie in the data folder: one JSON object a line, compressed. Their texts never leave this process.

export interface Row {
  readonly id: string
  readonly text: string
  readonly label: number | null
  readonly votes_sg2?: readonly [number, number]
  readonly biased_words?: readonly string[]
  readonly link?: string | null
  readonly outlet?: string
  readonly pair?: number | string
  readonly paired?: boolean
  readonly direction?: string
  readonly pol?: readonly number[]
  readonly stance?: string
  readonly lean?: string
  readonly tok_tags?: readonly string[]
  readonly split?: string
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

export function readCorpus(folder: string, name: CorpusName): Row[] {
  const lines = gunzipSync(readFileSync(join(folder, `${name}.jsonl.gz`)))
    .toString('utf8')
    .split('\n')
  return lines.filter((line) => line.length > 0).map((line) => JSON.parse(line) as Row)
}
