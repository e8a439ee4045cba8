// Calls docs/verify.py from tests: it shares no code with the engine.
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { KEY } from './signed-receipts.ts'

export const DOCS = fileURLToPath(new URL('../../docs', import.meta.url))
const OPTIONS = { encoding: 'utf8' as const, maxBuffer: 1 << 26 }

/** The value of a Python expression, in which `given` is the argument and `keys` has the key that signs receipts in tests. */
export function inPython(expression: string, given: unknown): unknown {
  const script = `
import json, sys
sys.path.insert(0, sys.argv[1])
import verify
given, keys = verify.read_json(sys.stdin.read()), [sys.argv[2]]
states = lambda checks: ["%s %s" % (name, state) for name, state, _ in checks]
print(json.dumps(${expression}))`
  return JSON.parse(
    execFileSync('python3', ['-B', '-c', script, DOCS, KEY], { ...OPTIONS, input: JSON.stringify(given) }),
  )
}
