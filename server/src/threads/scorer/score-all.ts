// Scores many texts, a few at a time, so that they do not fill the queue for each other.
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
  const asked = { ...options, isOneOfMany: texts.length > 1 }
  let next = 0
  const work = async (): Promise<void> => {
    for (let at = next++; at < texts.length; at = next++) {
      results[at] = await settled(async () => analyze(texts[at] ?? '', asked))
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
