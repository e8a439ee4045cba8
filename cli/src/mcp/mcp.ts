// `equipoise mcp`: the MCP tools over standard input and output. It needs no service: texts and seeds stay on this machine.
import { randomBytes } from 'node:crypto'
import { compute, reportCompute, type Size } from '@equipoise/engine'
import { type Backend, createAgentServer, type Json, serveStdio } from '@equipoise/mcp'
import type { Analysis, WordLists } from '@equipoise/score'
import { apiShape } from '@equipoise/score/api-shape'
import { allReplaced, changesBetween } from '@equipoise/score/rewriting'
import { openAnalyzer } from '@equipoise/score/weights'

/** Runs until the agent closes the connection. */
export async function serveAgents({ version }: { readonly version: string }): Promise<undefined> {
  const backend = offlineBackend()
  const ended = new Promise<void>((resolve) => process.stdin.once('end', resolve))
  const handle = serveStdio(() => createAgentServer(backend, { name: 'equipoise', version }))
  await ended
  await handle.close()
}

/** Implements the HTTP API's functions with the packages. The weights are read with the first text. */
export function offlineBackend(): Backend {
  const analyzers = new Map<string, ReturnType<typeof openAnalyzer>>()
  const score = (text: string, { tier = 'default', ignore, flag }: Json): Analysis => {
    const name = tier === 'fast' ? 'fast' : 'default'
    const analyze = analyzers.get(name) ?? openAnalyzer({ tier: name })
    analyzers.set(name, analyze)
    return analyze(text, { ignore, flag } as WordLists)
  }
  return {
    analyze: async ({ text, ...options }) => ({ ...apiShape(score(String(text), options)) }),
    analyzeBatch: async ({ texts, ...options }) => ({
      results: (texts as string[]).map((text, index) => ({ index, analysis: apiShape(score(text, options)) })),
    }),
    neutralise: async ({ text, ...options }) => smallestEdit(String(text), (one) => score(one, options)),
    compute: async ({ bias, N, samples, seed = randomBytes(16).toString('hex') }) => {
      const setting = {
        bias: Number(bias),
        N: Number(N) as Size,
        samples: Number(samples),
        seed: seed as string | number,
      }
      return JSON.parse(reportCompute(compute(setting)))
    },
  }
}

function smallestEdit(text: string, score: (text: string) => Analysis): Json {
  const before = score(text)
  const suggested = allReplaced(text, before.evidence)
  const scored = score(suggested)
  const isBetter = scored.ainScore >= before.ainScore
  const after = isBetter ? scored : before
  const edited = isBetter ? suggested : text
  return {
    text: edited,
    changes: changesBetween(text, edited),
    before: shownScore(before),
    after: shownScore(after),
    evidence_left: after.evidence.length + after.evidenceTruncated,
    rewritten: false,
    attempts: 0,
    model: null,
    model_version: after.modelVersion,
  }
}

function shownScore({ ainScore, band, certified }: Analysis): Json {
  return { ain_score: ainScore, band, svc_certified: certified }
}
