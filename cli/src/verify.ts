// `equipoise verify`: checks a receipt with nothing but files. It asks no service.
import { EquipoiseError, type ReceiptCheck, verify } from '@equipoise/sdk'

/** What it needs of the command line. */
interface Given {
  readonly values: Readonly<Record<string, string | undefined>>
  readonly words: readonly string[]
  readText(path: string): Promise<string>
  print(line: string): void
  remark(line: string): void
}

/** Prints one line for each check. What fails ends the command with status 1. */
export async function verifyFile({ values, words: [path], readText, print, remark }: Given): Promise<undefined> {
  if (path === undefined) throw new Error('name the receipt file, or - for standard input')
  const keys = [
    ...(values.key?.split(',') ?? []),
    ...(values.keys === undefined ? [] : keysIn(jsonOf(await readText(values.keys), values.keys))),
  ]
  const given = jsonOf(await readText(path), path)
  const { valid, complete, checks } = verify(receiptIn(given), {
    keys: keys.length > 0 ? keys : undefined,
    seed: values.seed,
    entries: values.entries === undefined ? undefined : entriesOf(await readText(values.entries)),
  })
  for (const check of checks) print(lineOf(check))
  if (!valid) throw new EquipoiseError('The receipt is not valid.')
  remark(
    complete ? 'The receipt is valid.' : 'Nothing failed. The lines marked "skipped" say what else can be checked.',
  )
}

/** The lines of a file, without empty ones. */
export function entriesOf(text: string): string[] {
  return text.split(/\r?\n/).filter((line) => line !== '')
}

/** A saved response carries the receipt inside. */
function receiptIn(given: unknown): unknown {
  const { receipt } = (given ?? {}) as { receipt?: unknown }
  return receipt ?? given
}

function keysIn(given: unknown): string[] {
  const { keys = [] } = given as { keys?: { public_key?: unknown }[] }
  return keys.map(({ public_key }) => String(public_key))
}

function jsonOf(text: string, path: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`${path} is not JSON`)
  }
}

function lineOf({ state, name, detail }: ReceiptCheck): string {
  return `${state.padEnd(8)} ${name.padEnd(10)} ${detail}`
}
