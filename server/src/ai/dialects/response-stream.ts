// Turns the chunks of a chat completion into the events of a streamed response.
import { carrying, nameOf } from './item-ids.ts'
import { contentText, countOf, type Json, objectOf, objectsOf, textOf } from './json.ts'
import { beginningOf, callId, callItem, isCustom, messageItem, reasoningItem, textPart } from './responses-from-chat.ts'

interface ResponseStream {
  /** Translates server-sent events of a chat completion. */
  take(events: string): string
  takeChunk(chunk: Json): string
  end(response: Json): string
  /** Writes one event with the next sequence number. */
  frame(event: Json): string
}

type Kind = 'message' | 'reasoning' | number

interface Open {
  readonly kind: Kind
  readonly id: string
  readonly index: number
  text: string
  /** For a tool call: its fields so far. */
  readonly call: Json
}

interface Told {
  name: string
  sequence: number
  items: number
  open: Open | undefined
  text: string
}

/** With `carriesText`, an empty reasoning item follows whose id contains the text, because the message's own id is sent before it. */
export function createResponseStream(body: Json, { carriesText = false } = {}): ResponseStream {
  const told: Told = { name: '', sequence: 0, items: 0, open: undefined, text: '' }
  let isBegun = false
  const frame = (event: Json): string => {
    const numbered = { ...event, sequence_number: told.sequence++ }
    return `event: ${event.type}\ndata: ${JSON.stringify(numbered)}\n\n`
  }
  const begin = (chunk: Json): Json[] => {
    if (isBegun) return []
    isBegun = true
    told.name = nameOf(chunk.id)
    const response = beginningOf(chunk, body)
    return [
      { type: 'response.created', response },
      { type: 'response.in_progress', response },
    ]
  }
  const takeChunk = (chunk: Json): string => {
    // First, because it sets the name of the answer, which its items use.
    const begun = begin(chunk)
    const [choice] = objectsOf(chunk.choices)
    const said = choice ? saidEvents(told, objectOf(choice.delta)) : []
    return [...begun, ...said].map(frame).join('')
  }
  return {
    frame,
    takeChunk,
    take: (events) =>
      events
        .split('\n\n')
        .filter((line) => line.startsWith(DATA))
        .map((line) => takeChunk(JSON.parse(line.slice(DATA.length)) as Json))
        .join(''),
    end(response) {
      const type = response.status === 'completed' ? 'response.completed' : 'response.incomplete'
      // An empty answer is still a message.
      const nothing = told.items === 0 ? start(told, 'message', {}) : []
      const closed = [...nothing, ...close(told)]
      const carrier = carriesText && told.text !== '' ? [reasoningItem(carrying(`rs_${told.name}`, told.text), '')] : []
      const output = [...objectsOf(response.output), ...carrier]
      const added = carrier.flatMap((item) => itemEvents(told.items++, item))
      return [...closed, ...added, { type, response: { ...response, output } }].map(frame).join('')
    },
  }
}

const DATA = 'data: '

function itemEvents(output_index: number, item: Json): Json[] {
  return [
    { type: 'response.output_item.added', output_index, item },
    { type: 'response.output_item.done', output_index, item },
  ]
}

function saidEvents(told: Told, said: Json): Json[] {
  const thought = textOf(said.reasoning_content) ?? textOf(said.reasoning) ?? ''
  const text = contentText(said.content) + (textOf(said.refusal) ?? '')
  return [
    ...(thought === '' ? [] : deltaEvents(told, 'reasoning', thought)),
    ...(text === '' ? [] : deltaEvents(told, 'message', text)),
    ...objectsOf(said.tool_calls).flatMap((call) => callEvents(told, call)),
  ]
}

function deltaEvents(told: Told, kind: 'message' | 'reasoning', text: string): Json[] {
  const begun = told.open?.kind === kind ? [] : start(told, kind, {})
  return [...begun, add(told, text)]
}

function callEvents(told: Told, call: Json): Json[] {
  const kind = countOf(call.index) ?? 0
  const begun = told.open?.kind === kind ? [] : start(told, kind, call)
  const text = textOf(objectOf(call.function).arguments) ?? textOf(objectOf(call.custom).input) ?? ''
  return text === '' ? begun : [...begun, add(told, text)]
}

const PREFIX = { message: 'msg', reasoning: 'rs' } as const

function start(told: Told, kind: Kind, call: Json): Json[] {
  const closed = close(told)
  const index = told.items++
  const id = typeof kind === 'number' ? callId(told.name, kind, call) : `${PREFIX[kind]}_${told.name}`
  const open = { kind, id, index, text: '', call: withInput(call, '') }
  told.open = open
  return [
    ...closed,
    { type: 'response.output_item.added', output_index: index, item: beginningItem(open) },
    ...partAdded(open),
  ]
}

/** The tool call with this text as its arguments or input. */
function withInput(call: Json, text: string): Json {
  const { id } = call
  if (isCustom(call)) return { id, custom: { name: objectOf(call.custom).name, input: text } }
  return { id, function: { name: objectOf(call.function).name, arguments: text } }
}

function beginningItem({ kind, id, call }: Open): Json {
  if (kind === 'message') return messageItem(id, [], 'in_progress')
  return kind === 'reasoning' ? reasoningItem(id, '') : callItem(id, call, 'in_progress')
}

function partAdded({ kind, id, index }: Open): Json[] {
  const place = { item_id: id, output_index: index }
  if (kind === 'message') {
    return [{ type: 'response.content_part.added', ...place, content_index: 0, part: textPart('') }]
  }
  if (kind !== 'reasoning') return []
  const part = { type: 'summary_text', text: '' }
  return [{ type: 'response.reasoning_summary_part.added', ...place, summary_index: 0, part }]
}

/** Call only while an item is open. */
function add(told: Told, delta: string): Json {
  const open = told.open as Open
  const { kind, id, index, call } = open
  open.text += delta
  if (kind === 'message') told.text += delta
  const place = { item_id: id, output_index: index }
  if (kind === 'message') return { type: 'response.output_text.delta', ...place, content_index: 0, delta, logprobs: [] }
  if (kind === 'reasoning') return { type: 'response.reasoning_summary_text.delta', ...place, summary_index: 0, delta }
  const type = isCustom(call) ? 'response.custom_tool_call_input.delta' : 'response.function_call_arguments.delta'
  return { type, ...place, delta }
}

function close(told: Told): Json[] {
  const { open } = told
  told.open = undefined
  if (!open) return []
  const { kind, id, index, text, call } = open
  const place = { item_id: id, output_index: index }
  const done = (item: Json): Json => ({ type: 'response.output_item.done', output_index: index, item })
  if (kind === 'message') {
    const part = textPart(text)
    return [
      { type: 'response.output_text.done', ...place, content_index: 0, text, logprobs: [] },
      { type: 'response.content_part.done', ...place, content_index: 0, part },
      done(messageItem(id, [part])),
    ]
  }
  if (kind === 'reasoning') {
    const part = { type: 'summary_text', text }
    return [
      { type: 'response.reasoning_summary_text.done', ...place, summary_index: 0, text },
      { type: 'response.reasoning_summary_part.done', ...place, summary_index: 0, part },
      done(reasoningItem(id, text)),
    ]
  }
  const { name } = objectOf(call.function)
  const ended = isCustom(call)
    ? { type: 'response.custom_tool_call_input.done', ...place, input: text }
    : { type: 'response.function_call_arguments.done', ...place, name, arguments: text }
  return [ended, done(callItem(id, withInput(call, text)))]
}
