import { createHash } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Analysis } from '@equipoise/score'
import { encoderPath, weightsPath } from '@equipoise/score/weights'
import type { Score } from '../judging/scoring.ts'
import type { Tier } from '../reading/settings.ts'

// Analyses by what was analysed, so that a text that has not changed is not scored again.

interface Cache {
  readonly score: Score
  /** Keeps what this run used, for the next one. */
  save(): Promise<void>
}

/** In memory only. */
export function rememberScores(score: Score, version: string, known: Readonly<Record<string, Analysis>> = {}) {
  const used = new Map<string, Analysis>()
  const remembered: Score = async (text, lists) => {
    const key = createHash('sha256')
      .update(JSON.stringify([version, lists, text]))
      .digest('base64url')
    const analysis = used.get(key) ?? (Object.hasOwn(known, key) ? known[key] : undefined) ?? (await score(text, lists))
    used.set(key, analysis)
    return analysis
  }
  return { score: remembered, used }
}

/** On disk: beside other caches if there is a node_modules, or else in the folder. A file that cannot be read is written again. */
export async function openCache(
  score: Score,
  { cwd, tier, version }: { cwd: string; tier: Tier; version: string },
): Promise<Cache> {
  const path = existsSync(join(cwd, 'node_modules'))
    ? join(cwd, 'node_modules/.cache/equipoise/check.json')
    : join(cwd, '.equipoise-cache.json')
  const remembered = rememberScores(score, `${version} ${tier} ${weightsMark()}`, await readCache(path))
  return {
    score: remembered.score,
    async save() {
      await mkdir(dirname(path), { recursive: true })
      const written = `${path}.${process.pid}`
      await writeFile(written, JSON.stringify({ version: 1, analyses: Object.fromEntries(remembered.used) }))
      await rename(written, path)
    },
  }
}

async function readCache(path: string): Promise<Readonly<Record<string, Analysis>>> {
  try {
    const { version, analyses } = JSON.parse(await readFile(path, 'utf8')) as {
      version: number
      analyses: Record<string, Analysis>
    }
    return version === 1 && typeof analyses === 'object' ? analyses : {}
  } catch {
    return {}
  }
}

/** Other weights give other scores. */
function weightsMark(): string {
  return [weightsPath('permissive'), encoderPath('permissive')]
    .map((path) => statSync(path))
    .map(({ size, mtimeMs }) => `${size}-${mtimeMs}`)
    .join(' ')
}
