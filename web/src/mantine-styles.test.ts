import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const SRC = fileURLToPath(new URL('.', import.meta.url))

/** Components without their own styles, or with those of another component. */
const SHARED: Readonly<Record<string, string>> = {
  Box: '',
  CopyButton: '',
  FileButton: '',
  MantineProvider: '',
  NativeSelect: 'Input',
  TextInput: 'Input',
  Textarea: 'Input',
}

test('every Mantine component that a screen uses has its styles', () => {
  const styles = readFileSync(`${SRC}mantine.css`, 'utf8')
  const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsx'))
  const used = sources.flatMap((name) => partsIn(readFileSync(SRC + name, 'utf8')))
  expect(used.length).toBeGreaterThan(50)
  const missing = [...new Set(used)].filter((part) => {
    const sheet = SHARED[part] ?? part
    return sheet !== '' && !styles.includes(`styles/${sheet}.css`)
  })
  expect(missing).toEqual([])
})

function partsIn(source: string): string[] {
  const [, names = ''] = /import \{([^}]*)\} from '@mantine\/core'/.exec(source) ?? []
  return names
    .split(',')
    .map((name) => name.trim().split(' as ')[0] ?? '')
    .filter((name) => /^[A-Z][a-z]/.test(name))
}
