// The file of a prize draw, as a ZIP or unpacked, checked with nothing but itself and the keys that the reader trusts.
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import {
  PRIZE_FILE_BYTES_MAX,
  PRIZE_PARTS,
  type PrizeParts,
  prizeVerdict,
  readPrizeParts,
  readPrizeZip,
  verifyPrize,
} from '@equipoise/engine/verify'

type Read = ReturnType<typeof readPrizeZip>

/** Undefined if it is neither a ZIP nor a folder with a lock. */
export async function readPrizeFile(path: string): Promise<Read | undefined> {
  if ((await stat(path)).isDirectory()) {
    const parts = await partsIn(path)
    return parts['lock.json'] && readPrizeParts(parts)
  }
  return path.endsWith('.zip') ? readPrizeZip(await readBounded(path)) : undefined
}

/** Every check, and what they prove together. */
export function judgePrize(read: Read, keys: readonly string[]) {
  if ('problem' in read) return { state: 'failed', verdict: `FAILED: ${read.problem}`, checks: [] } as const
  const { checks } = verifyPrize(read.file, { keys })
  const { state, line: verdict } = prizeVerdict(checks)
  return { state, verdict, checks }
}

async function partsIn(folder: string): Promise<PrizeParts> {
  const parts: PrizeParts = {}
  for (const name of PRIZE_PARTS) {
    const path = join(folder, name)
    if (await stat(path).catch(() => undefined)) parts[name] = await readBounded(path)
  }
  return parts
}

async function readBounded(path: string): Promise<Buffer> {
  const found = await stat(path)
  if (!found.isFile() || found.size > PRIZE_FILE_BYTES_MAX) {
    throw new Error(`${path} is no file of at most ${PRIZE_FILE_BYTES_MAX} bytes`)
  }
  return readFile(path)
}
