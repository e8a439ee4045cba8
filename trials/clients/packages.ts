// The clients that are tried at their latest versions, and the tests that use them.
interface Client {
  readonly name: string
  /** Matches the file of a test, followed by its full name. */
  readonly flows: RegExp
}

const AI_SDK = /AI SDK|ai-sdk-turns/

export const CLIENTS: readonly Client[] = [
  { name: 'openai', flows: /completions\.test|wire\.test|> openai >/ },
  { name: 'ai', flows: AI_SDK },
  { name: '@ai-sdk/openai', flows: /AI SDK, default|ai-sdk-turns/ },
  { name: '@ai-sdk/openai-compatible', flows: /AI SDK, compatible/ },
  { name: '@ai-sdk/anthropic', flows: /@ai-sdk\/anthropic/ },
  { name: '@anthropic-ai/sdk', flows: /agents\.test|wire\.test|@anthropic-ai\/sdk/ },
  { name: '@langchain/core', flows: /LangChain|@langchain/ },
  { name: '@langchain/openai', flows: /LangChain/ },
  { name: '@langchain/anthropic', flows: /@langchain\/anthropic/ },
  { name: 'llamaindex', flows: /llamaindex/ },
  { name: '@llamaindex/openai', flows: /llamaindex/ },
  { name: '@modelcontextprotocol/client', flows: /@modelcontextprotocol\/client/ },
  { name: '@modelcontextprotocol/sdk', flows: /@modelcontextprotocol\/sdk/ },
]
