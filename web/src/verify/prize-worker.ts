// Checks the file of a prize draw off the main thread: 50,000 entries take seconds.
import {
  PRIZE_FILE_BYTES_MAX,
  type PrizeCheck,
  type PrizeFile,
  printable,
  prizeProblem,
  readPrizeZip,
  verifyPrize,
} from '@equipoise/engine/verify'
import { formatCount } from '../format.ts'

export interface PrizeTask {
  readonly zip: File
  readonly keys: readonly string[] | undefined
}

export type PrizeAnswer =
  | { readonly problem: string }
  | { readonly checks: readonly PrizeCheck[]; readonly drawn: string | undefined }

self.onmessage = async ({ data }: MessageEvent<PrizeTask>) => {
  self.postMessage(await answerTo(data))
}

async function answerTo({ zip, keys }: PrizeTask): Promise<PrizeAnswer> {
  const bytes = await zip.slice(0, PRIZE_FILE_BYTES_MAX + 1).arrayBuffer()
  const read = readPrizeZip(new Uint8Array(bytes))
  if ('problem' in read) return read
  return { checks: verifyPrize(read.file, { keys }).checks, drawn: drawnIn(read.file) }
}

/** What was drawn, with the names if the file has them. */
function drawnIn({ lock, result, pool }: PrizeFile): string | undefined {
  if (prizeProblem(lock, 'lock') !== undefined || prizeProblem(result, 'result') !== undefined) return undefined
  const { title, organiser } = lock as { title: string; organiser: string }
  const { winners } = result as { winners: number[] }
  const nameOf = (position: number) => (pool as string[][] | undefined)?.[position - 1]?.[3]
  const named = winners.map((position) => {
    const name = nameOf(position)
    return `No. ${formatCount(position)}${name === undefined ? '' : ` (${printable(name)})`}`
  })
  return `${printable(title)}, by ${printable(organiser)}. The winners: ${named.join(', ')}.`
}
