// Many texts, a few at a time: none of them waits for a queue that its neighbours have filled.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Analysis } from '@equipoise/score'
import { ApiError } from '../../ground/errors.ts'
import type { Analyze, ScoreOptions } from './analyze.ts'

const AT_ONCE = 4

/** One result or error for each text, in order. Throws only if the caller hung up. */
export async function scoreAll(
  analyze: Analyze,
  texts: readonly string[],
  options: ScoreOptions,
): Promise<PromiseSettledResult<Analysis>[]> {
  const results: PromiseSettledResult<Analysis>[] = []
  let next = 0
  const work = async (): Promise<void> => {
    for (let at = next++; at < texts.length; at = next++) {
      // The fast tier scores on this thread: other requests go first.
      if (at > 0) await nextTurn()
      results[at] = await settled(async () => analyze(texts[at] ?? '', options))
    }
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, texts.length) }, work))
  return results
}

async function settled(work: () => Promise<Analysis>): Promise<PromiseSettledResult<Analysis>> {
  try {
    return { status: 'fulfilled', value: await work() }
  } catch (reason) {
    if (reason instanceof ApiError && reason.kind === 'caller_gone') throw reason
    return { status: 'rejected', reason }
  }
}
