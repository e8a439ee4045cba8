// Both wire formats from the provider's side, for the demo and the tests.

interface SimulatedAnswer {
  /** The id of the answer, after the prefix of its format. */
  readonly id?: string | undefined
  readonly text: string
  readonly model: string
  /** Undefined if the provider does not count. */
  readonly usage?: { readonly input: number; readonly output: number } | undefined
  readonly finish?: 'stop' | 'length' | 'filtered' | undefined
  readonly calls?: readonly SimulatedCall[] | undefined
}

export interface SimulatedCall {
  readonly id: string
  readonly name: string
  readonly input: unknown
}

export type WireName = 'openai' | 'anthropic'

export function wireOf(path: string): WireName | undefined {
  if (path.endsWith('/chat/completions')) return 'openai'
  return path.endsWith('/messages') ? 'anthropic' : undefined
}

export function wholeAnswer(wire: WireName, answer: SimulatedAnswer): string {
  return JSON.stringify(wire === 'openai' ? openaiWhole(answer) : anthropicWhole(answer))
}

/** The answer as stream frames, one per piece, with those before and after them. */
export function streamedAnswer(wire: WireName, answer: SimulatedAnswer, pieces: readonly string[]): string[] {
  return wire === 'openai' ? openaiFrames(answer, pieces) : anthropicFrames(answer, pieces)
}

export function inPieces(text: string): string[] {
  return text.match(/\s*\S+/g) ?? []
}

const OPENAI_FINISH = { stop: 'stop', length: 'length', filtered: 'content_filter' } as const
const ANTHROPIC_FINISH = { stop: 'end_turn', length: 'max_tokens', filtered: 'refusal' } as const
const SIMULATED_ID = 'simulated'
const CREATED = 1_760_000_000

function openaiWhole({ id = SIMULATED_ID, text, model, usage, calls = [], finish = 'stop' }: SimulatedAnswer) {
  const message = { role: 'assistant', content: text === '' && calls.length > 0 ? null : text, refusal: null }
  return {
    id: `chatcmpl-${id}`,
    object: 'chat.completion',
    created: CREATED,
    model,
    choices: [
      {
        index: 0,
        message: calls.length > 0 ? { ...message, tool_calls: calls.map(openaiCall) } : message,
        finish_reason: calls.length > 0 ? 'tool_calls' : OPENAI_FINISH[finish],
        logprobs: null,
      },
    ],
    ...(usage ? { usage: openaiUsage(usage) } : {}),
  }
}

function openaiCall({ id, name, input }: SimulatedCall) {
  return { id, type: 'function', function: { name, arguments: JSON.stringify(input) } }
}

/** A call starts with its name, followed by its arguments in two pieces. */
function openaiCallDeltas({ id, name, input }: SimulatedCall, index: number): object[] {
  const more = inHalves(JSON.stringify(input)).map((piece) => ({ index, function: { arguments: piece } }))
  return [{ index, id, type: 'function', function: { name, arguments: '' } }, ...more]
}

function openaiFrames(
  { id = SIMULATED_ID, model, usage, calls = [], finish = 'stop' }: SimulatedAnswer,
  pieces: readonly string[],
): string[] {
  const head = { id: `chatcmpl-${id}`, object: 'chat.completion.chunk', created: CREATED, model }
  const frame = (rest: object) => `data: ${JSON.stringify({ ...head, ...rest })}\n\n`
  const choice = (delta: object, finish_reason: string | null) => ({ choices: [{ index: 0, delta, finish_reason }] })
  return [
    frame(choice({ role: 'assistant', content: '' }, null)),
    ...pieces.map((content) => frame(choice({ content }, null))),
    ...calls.flatMap(openaiCallDeltas).map((call) => frame(choice({ tool_calls: [call] }, null))),
    frame(choice({}, calls.length > 0 ? 'tool_calls' : OPENAI_FINISH[finish])),
    ...(usage ? [frame({ choices: [], usage: openaiUsage(usage) })] : []),
    'data: [DONE]\n\n',
  ]
}

function openaiUsage({ input, output }: { input: number; output: number }) {
  return { prompt_tokens: input, completion_tokens: output, total_tokens: input + output }
}

function anthropicWhole({ id = SIMULATED_ID, text, model, usage, calls = [], finish = 'stop' }: SimulatedAnswer) {
  return {
    id: `msg_${id}`,
    type: 'message',
    role: 'assistant',
    model,
    content: [
      ...(text === '' ? [] : [{ type: 'text', text }]),
      ...calls.map(({ id, name, input }) => ({ type: 'tool_use', id, name, input })),
    ],
    stop_reason: calls.length > 0 ? 'tool_use' : ANTHROPIC_FINISH[finish],
    stop_sequence: null,
    ...(usage ? { usage: { input_tokens: usage.input, output_tokens: usage.output } } : {}),
  }
}

function anthropicFrames(
  { id = SIMULATED_ID, model, usage, calls = [], finish = 'stop' }: SimulatedAnswer,
  pieces: readonly string[],
): string[] {
  const frame = (event: { type: string; [field: string]: unknown }) =>
    `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
  const empty = { ...anthropicWhole({ id, text: '', model }), stop_reason: null }
  const message = usage ? { ...empty, usage: { input_tokens: usage.input, output_tokens: 1 } } : empty
  const block = (index: number, content_block: object, deltas: readonly object[]) => [
    frame({ type: 'content_block_start', index, content_block }),
    ...deltas.map((delta) => frame({ type: 'content_block_delta', index, delta })),
    frame({ type: 'content_block_stop', index }),
  ]
  const hasText = pieces.length > 0 || calls.length === 0
  const texts = pieces.map((text) => ({ type: 'text_delta', text }))
  return [
    frame({ type: 'message_start', message }),
    frame({ type: 'ping' }),
    ...(hasText ? block(0, { type: 'text', text: '' }, texts) : []),
    ...calls.flatMap(({ id, name, input }, at) => {
      const deltas = inHalves(JSON.stringify(input)).map((partial_json) => ({ type: 'input_json_delta', partial_json }))
      return block(hasText ? at + 1 : at, { type: 'tool_use', id, name, input: {} }, deltas)
    }),
    frame({
      type: 'message_delta',
      delta: { stop_reason: calls.length > 0 ? 'tool_use' : ANTHROPIC_FINISH[finish], stop_sequence: null },
      ...(usage ? { usage: { output_tokens: usage.output } } : {}),
    }),
    frame({ type: 'message_stop' }),
  ]
}

function inHalves(text: string): string[] {
  const half = Math.ceil(text.length / 2)
  return [text.slice(0, half), text.slice(half)]
}
