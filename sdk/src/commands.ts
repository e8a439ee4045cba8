// What the command line can do: one row a command.
import type { ParseArgsConfig } from 'node:util'
import type { Equipoise } from './client.ts'
import type { FilterMode, Scope, Size } from './shapes.ts'

interface Given {
  readonly client: Equipoise
  readonly values: Readonly<Record<string, string | undefined>>
  readonly words: readonly string[]
  /** `-` is the standard input. */
  readText(path: string): Promise<string>
  print(line: string): void
}

export interface Command {
  readonly options: NonNullable<ParseArgsConfig['options']>
  /** What it returns is printed as JSON; undefined prints nothing. */
  run(given: Given): Promise<unknown>
}

export const USAGE = `equipoise <command>

  compute --bias 0.9 [--N 9] [--samples 1000] [--seed 42]
  sweep [--N 9] [--samples 500] [--steps 20] [--seed 42]
  analyze <file | ->
  chat <question> [--mode analyze|rebalance|strict] [--model NAME]
  usage
  plans
  health
  keys list | create [--name NAME] [--scope full|compute|ai|read-only] | revoke <id>

The service is EQUIPOISE_URL (http://127.0.0.1:8080), the key EQUIPOISE_API_KEY; keys need EQUIPOISE_TOKEN,
the token of a person who signed in. EQUIPOISE_BRAND is the brand of a renamed deployment.`

const string = { type: 'string' } as const
const engine = { N: string, samples: string, seed: string }

export const COMMANDS: Readonly<Record<string, Command>> = {
  compute: {
    options: { bias: string, ...engine },
    run: ({ client, values }) =>
      client.compute({ bias: requireNumber(values.bias, '--bias'), ...engineOptions(values) }),
  },
  sweep: {
    options: { steps: string, ...engine },
    run: ({ client, values }) =>
      client.sweep({ ...engineOptions(values), steps: optionalNumber(values.steps, '--steps') }),
  },
  analyze: {
    options: {},
    run: async ({ client, words: [path = '-'], readText }) => client.ai.analyze(await readText(path)),
  },
  chat: { options: { mode: string, model: string }, run: chat },
  usage: { options: {}, run: ({ client }) => client.usage() },
  plans: { options: {}, run: ({ client }) => client.plans() },
  health: { options: {}, run: ({ client }) => client.health() },
  keys: { options: { name: string, scope: string }, run: manageKeys },
}

/** Prints the answer alone, so that it can be piped; the score follows as a last line. */
async function chat({ client, values, words, print }: Given): Promise<undefined> {
  const result = await client.ai.chat({
    messages: [{ role: 'user', content: words.join(' ') }],
    model: values.model,
    svc_options: { filter_mode: values.mode as FilterMode | undefined },
  })
  print(result.response)
  print(`AIN ${result.ain_score ?? 'unknown'}, asked ${result.svc_filter.attempts.length} times`)
}

async function manageKeys({ client, values, words: [action, id] }: Given): Promise<unknown> {
  if (action === 'create') return client.keys.create({ name: values.name, scope: values.scope as Scope | undefined })
  if (action === 'revoke') return client.keys.revoke(requireNumber(id, 'the id'))
  return client.keys.list()
}

function engineOptions(values: Given['values']) {
  return {
    N: optionalNumber(values.N, '--N') as Size | undefined,
    samples: optionalNumber(values.samples, '--samples'),
    seed: seedOf(values.seed),
  }
}

function seedOf(seed: string | undefined): number | string | undefined {
  const number = Number(seed)
  return seed !== undefined && /^(0|[1-9]\d*)$/.test(seed) && Number.isSafeInteger(number) ? number : seed
}

function optionalNumber(value: string | undefined, name: string): number | undefined {
  return value === undefined ? undefined : requireNumber(value, name)
}

function requireNumber(value: string | undefined, name: string): number {
  const number = Number(value)
  if (value === undefined || value.trim() === '' || Number.isNaN(number)) throw new Error(`${name} must be a number`)
  return number
}
