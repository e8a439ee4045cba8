// OpenAI's chat completions, which Groq, Mistral, Ollama, vLLM and many others speak too.
import { z } from 'zod'
import type { Ask } from '../provider.ts'
import {
  countOf,
  errorWordsOf,
  type Reading,
  type StreamReader,
  textOf,
  textOfParts,
  type WireFormat,
} from './wire-format.ts'

const SAID = z.object({ content: z.unknown().optional(), refusal: z.unknown().optional() }).nullish()
const CHOICE = z.object({ message: SAID, delta: SAID, finish_reason: z.unknown().optional() }).nullable()
const USAGE = z.object({ prompt_tokens: z.unknown().optional(), completion_tokens: z.unknown().optional() }).nullish()

/** As little as we rely on: servers that speak this format differ in everything else. */
const COMPLETION = z.object({
  model: z.unknown().optional(),
  choices: z.array(CHOICE).nullish(),
  usage: USAGE.catch(null),
  error: z.unknown().optional(),
})
type Choice = z.infer<typeof CHOICE>
type Completion = z.infer<typeof COMPLETION>

const FINISH: ReadonlyMap<string, Reading['finish']> = new Map([
  ['length', 'length'],
  ['content_filter', 'filtered'],
])

export const OPENAI: WireFormat = {
  path: '/chat/completions',

  headers: (key) => ['authorization', `Bearer ${key.reveal()}`],

  body: ({ model, messages, sampling }: Ask, streamed) => ({
    model,
    messages: messages.map(({ role, content }) => ({ role, content })),
    temperature: sampling.temperature,
    top_p: sampling.topP,
    stop: sampling.stop,
    max_tokens: sampling.maxTokens,
    max_completion_tokens: sampling.maxCompletionTokens,
    ...(streamed ? { stream: true, stream_options: { include_usage: true } } : {}),
  }),

  readAnswer(json) {
    const completion = COMPLETION.parse(json ?? {})
    const choice = completion.choices?.[0]
    return {
      text: saidIn(choice?.message?.content),
      model: textOf(completion.model),
      usage: usageOf(completion),
      finish: finishOf(choice, choice?.message) ?? (choice ? 'stop' : undefined),
      error: errorWordsOf(completion.error),
    }
  },

  readStream(): StreamReader {
    let reading: Reading = { text: '', model: undefined, usage: usageOf({}), finish: undefined }
    let isDone = false
    return {
      take(data) {
        if (data === '[DONE]') {
          isDone = true
          reading = { ...reading, finish: reading.finish ?? 'stop' }
          return ''
        }
        const chunk = COMPLETION.parse(JSON.parse(data) ?? {})
        const choice = chunk.choices?.[0]
        reading = {
          text: '',
          model: textOf(chunk.model) ?? reading.model,
          usage: chunk.usage ? usageOf(chunk) : reading.usage,
          // A refusal is told in pieces of text, and then ends like any other answer.
          finish: reading.finish === 'filtered' ? 'filtered' : (finishOf(choice, choice?.delta) ?? reading.finish),
          error: errorWordsOf(chunk.error) ?? reading.error,
        }
        return saidIn(choice?.delta?.content)
      },
      reading: () => reading,
      isDone: () => isDone,
    }
  },
}

/** Text, or a list of parts: models that think aloud send both, Mistral's for one. */
function saidIn(content: unknown): string {
  return Array.isArray(content) ? textOfParts(content) : (textOf(content) ?? '')
}

function finishOf(
  choice: Choice | null | undefined,
  said: { refusal?: unknown } | null | undefined,
): Reading['finish'] {
  if (textOf(said?.refusal)) return 'filtered'
  const reason = textOf(choice?.finish_reason)
  return reason === undefined ? undefined : (FINISH.get(reason) ?? 'stop')
}

function usageOf({ usage }: Completion): Reading['usage'] {
  return { inputTokens: countOf(usage?.prompt_tokens), outputTokens: countOf(usage?.completion_tokens) }
}
