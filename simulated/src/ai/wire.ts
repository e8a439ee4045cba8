// Both wire formats from the provider's side, for programs that stand in for a provider: the demo and the tests.

export interface SimulatedAnswer {
  readonly text: string
  readonly model: string
  /** Undefined: the provider does not count. */
  readonly usage?: { readonly input: number; readonly output: number } | undefined
  readonly finish?: 'stop' | 'length' | 'filtered' | undefined
}

export type WireName = 'openai' | 'anthropic'

export function wireOf(path: string): WireName | undefined {
  if (path.endsWith('/chat/completions')) return 'openai'
  return path.endsWith('/messages') ? 'anthropic' : undefined
}

/** The whole answer as one JSON object. */
export function wholeAnswer(wire: WireName, answer: SimulatedAnswer): string {
  return JSON.stringify(wire === 'openai' ? openaiWhole(answer) : anthropicWhole(answer))
}

/** The answer as the frames of a stream, one a piece, with what comes before and after them. */
export function streamedAnswer(wire: WireName, answer: SimulatedAnswer, pieces: readonly string[]): string[] {
  return wire === 'openai' ? openaiFrames(answer, pieces) : anthropicFrames(answer, pieces)
}

export function inPieces(text: string): string[] {
  return text.match(/\s*\S+/g) ?? []
}

const OPENAI_FINISH = { stop: 'stop', length: 'length', filtered: 'content_filter' } as const
const ANTHROPIC_FINISH = { stop: 'end_turn', length: 'max_tokens', filtered: 'refusal' } as const
const CREATED = 1_760_000_000

function openaiWhole({ text, model, usage, finish = 'stop' }: SimulatedAnswer) {
  return {
    id: 'chatcmpl-simulated',
    object: 'chat.completion',
    created: CREATED,
    model,
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: text, refusal: null },
        finish_reason: OPENAI_FINISH[finish],
        logprobs: null,
      },
    ],
    ...(usage ? { usage: openaiUsage(usage) } : {}),
  }
}

function openaiFrames({ model, usage, finish = 'stop' }: SimulatedAnswer, pieces: readonly string[]): string[] {
  const head = { id: 'chatcmpl-simulated', object: 'chat.completion.chunk', created: CREATED, model }
  const frame = (rest: object) => `data: ${JSON.stringify({ ...head, ...rest })}\n\n`
  const choice = (delta: object, finish_reason: string | null) => ({ choices: [{ index: 0, delta, finish_reason }] })
  return [
    frame(choice({ role: 'assistant', content: '' }, null)),
    ...pieces.map((content) => frame(choice({ content }, null))),
    frame(choice({}, OPENAI_FINISH[finish])),
    ...(usage ? [frame({ choices: [], usage: openaiUsage(usage) })] : []),
    'data: [DONE]\n\n',
  ]
}

function openaiUsage({ input, output }: { input: number; output: number }) {
  return { prompt_tokens: input, completion_tokens: output, total_tokens: input + output }
}

function anthropicWhole({ text, model, usage, finish = 'stop' }: SimulatedAnswer) {
  return {
    id: 'msg_simulated',
    type: 'message',
    role: 'assistant',
    model,
    content: text === '' ? [] : [{ type: 'text', text }],
    stop_reason: ANTHROPIC_FINISH[finish],
    stop_sequence: null,
    ...(usage ? { usage: { input_tokens: usage.input, output_tokens: usage.output } } : {}),
  }
}

function anthropicFrames({ model, usage, finish = 'stop' }: SimulatedAnswer, pieces: readonly string[]): string[] {
  const frame = (event: { type: string; [field: string]: unknown }) =>
    `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
  const empty = { ...anthropicWhole({ text: '', model }), stop_reason: null }
  const message = usage ? { ...empty, usage: { input_tokens: usage.input, output_tokens: 1 } } : empty
  return [
    frame({ type: 'message_start', message }),
    frame({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
    frame({ type: 'ping' }),
    ...pieces.map((text) => frame({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } })),
    frame({ type: 'content_block_stop', index: 0 }),
    frame({
      type: 'message_delta',
      delta: { stop_reason: ANTHROPIC_FINISH[finish], stop_sequence: null },
      ...(usage ? { usage: { output_tokens: usage.output } } : {}),
    }),
    frame({ type: 'message_stop' }),
  ]
}
