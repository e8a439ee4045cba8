import { createHash } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Analysis } from '@equipoise/score'
import { encoderPath, weightsPath } from '@equipoise/score/weights'
import type { Score } from '../judging/scoring.ts'
import type { Tier } from '../reading/settings.ts'

// A cache of analyses, so that an unchanged text is not scored again.

interface Cache {
  readonly score: Score
  /** Stores the analyses that this run used. */
  save(): Promise<void>
}

/** Caches in memory only. */
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

/** Caches on disk: in node_modules/.cache if there is a node_modules, otherwise in the folder. An unreadable file is replaced. */
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

/** Part of the key, because other weights give other scores. */
function weightsMark(): string {
  return [weightsPath('permissive'), encoderPath('permissive')]
    .map((path) => statSync(path))
    .map(({ size, mtimeMs }) => `${size}-${mtimeMs}`)
    .join(' ')
}
