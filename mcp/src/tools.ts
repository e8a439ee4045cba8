// The tools and their descriptions for agents. Results have the fields of the HTTP API.
import type { McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'

export type Json = Record<string, unknown>

/** Computes the results. Requests and results are those of the HTTP API; error messages are shown to the agent. */
export interface Backend {
  /** POST /ai/analyze */
  analyze(request: Json): Promise<Json>
  /** POST /ai/analyze/batch */
  analyzeBatch(request: Json): Promise<Json>
  /** POST /ai/neutralise */
  neutralise(request: Json): Promise<Json>
  /** POST /compute */
  compute(request: Json): Promise<Json>
}

const TEXT_LENGTH_MAX = 20_000
const text = z.string().min(1).max(TEXT_LENGTH_MAX)
const tier = z
  .enum(['default', 'fast'])
  .optional()
  .describe('`default` reads whole sentences, `fast` scores the words alone.')
const words = {
  ignore: z.array(z.string()).max(200).optional().describe('Words and phrases to accept in this text.'),
  flag: z
    .array(z.object({ word: z.string(), suggestion: z.string().optional() }))
    .max(200)
    .optional()
    .describe('Your own words and phrases to point out.'),
}
const setting = {
  bias: z.number().min(0).max(1).default(0.5).describe('Probability of a 1 in the source, from 0 to 1.'),
  N: z.number().int().min(1).max(64).default(9).describe('Bits in a sample: 3, 9, 16, 25, 32 or 64, within your plan.'),
  samples: z.number().int().min(100).max(50_000).default(1_000).describe('How many samples.'),
}
const seed = z.union([z.number().int().min(0), z.string().min(1).max(128)])

/** The fields that agents need most; results have more. */
const score = z.looseObject({
  ain_score: z.number().describe('From 0 (loaded) to 1 (neutral). In languages other than English it means nothing.'),
  band: z.enum(['biased', 'moderate', 'neutral', 'unscored']).describe('`unscored`: not in English.'),
})
const analysis = score.extend({
  evidence: z.array(z.looseObject({ text: z.string() })).describe('The loaded words, the most noticeable first.'),
})
const sequence = z.looseObject({ digest: z.string(), seed })

/** No tool changes anything, and repeating a call is harmless. */
const annotations = { readOnlyHint: true, idempotentHint: true, destructiveHint: false, openWorldHint: false }

export function addTools(server: McpServer, backend: Backend): void {
  addTextTools(server, backend)
  addSequenceTools(server, backend)
}

function addTextTools(server: McpServer, backend: Backend): void {
  server.registerTool(
    'check_text',
    {
      title: 'Check a text for loaded wording',
      description:
        'Scores how neutral the wording of an English text is, from 0 to 1, and lists the loaded words with neutral alternatives. It is about wording, not about truth.',
      inputSchema: z.strictObject({ text: text.describe('The text to score.'), tier, ...words }),
      outputSchema: analysis,
      annotations,
    },
    (request) => answer(() => backend.analyze(request)),
  )
  server.registerTool(
    'suggest_neutral_wording',
    {
      title: 'Suggest neutral wording',
      description:
        'Makes the smallest neutral edit of a text: replaces loaded words that have a neutral alternative, and changes nothing else. Returns the new text, every change, and the score before and after.',
      inputSchema: z.strictObject({ text: text.describe('The text to edit.'), tier, ...words }),
      outputSchema: z.looseObject({ text: z.string(), changes: z.array(z.unknown()), before: score, after: score }),
      annotations,
    },
    (request) => answer(() => backend.neutralise(request)),
  )
  server.registerTool(
    'compare_texts',
    {
      title: 'Compare two texts',
      description:
        'Scores two versions of a text and says how much more neutral the second one is. Useful after an edit.',
      inputSchema: z.strictObject({
        first: text.describe('The text before.'),
        second: text.describe('The text after.'),
        tier,
        ...words,
      }),
      outputSchema: z.object({ first: analysis, second: analysis, difference: z.number() }),
      annotations,
    },
    ({ first, second, ...options }) =>
      answer(async () => {
        const { results } = await backend.analyzeBatch({ texts: [first, second], ...options })
        const [before, after] = results as readonly { analysis?: Json; error?: { detail: string } }[]
        if (!before?.analysis || !after?.analysis) throw new Error((before?.error ?? after?.error)?.detail)
        const difference = Number(after.analysis.ain_score) - Number(before.analysis.ain_score)
        return { first: before.analysis, second: after.analysis, difference: Math.round(difference * 10_000) / 10_000 }
      }),
  )
}

function addSequenceTools(server: McpServer, backend: Backend): void {
  server.registerTool(
    'draw_sequence',
    {
      title: 'Draw a balanced sequence',
      description:
        'Draws a balanced random sequence from a source of any bias, with its statistics, its seed and its digest. With the same seed the sequence is the same.',
      inputSchema: z.strictObject({
        ...setting,
        seed: seed
          .optional()
          .describe('Makes the sequence repeatable. If you leave it out, one is chosen and returned.'),
      }),
      outputSchema: sequence,
      annotations,
    },
    (request) => answer(() => backend.compute(request)),
  )
  server.registerTool(
    'verify_sequence',
    {
      title: 'Verify a sequence',
      description:
        'Computes a sequence again from its seed and says whether it has the given digest. Nothing shows that the seed was chosen by chance, or that this was the only draw.',
      inputSchema: z.strictObject({
        ...setting,
        seed: seed.describe('The seed of the sequence.'),
        digest: z.string().min(1).max(128).describe('The digest that the sequence should have.'),
      }),
      outputSchema: z.object({ valid: z.boolean(), digest: z.string(), given: z.string() }),
      annotations,
    },
    ({ digest, ...request }) =>
      answer(async () => {
        const { digest: computed } = await backend.compute(request)
        return { valid: computed === digest.toLowerCase(), digest: computed, given: digest }
      }),
  )
}

/** The same result as structured content and as text, because some agents read only one of them. */
async function answer(work: () => Promise<Json>) {
  try {
    const result = await work()
    return { content: [{ type: 'text' as const, text: JSON.stringify(result) }], structuredContent: result }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { content: [{ type: 'text' as const, text: message }], isError: true }
  }
}
