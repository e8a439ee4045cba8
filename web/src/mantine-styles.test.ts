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

/** 64, 40, 20, 16 and 13 pixels; a size that follows the window ends at one of them. */
const SIZE = /^(?:clamp\(.*, )?(?:4|2\.5|1\.25|1|0?\.8125)rem\)?$/
/** Parts of a line, letters in drawings, a text that is judged on a phone, and what a projector shows. */
const OTHER_SIZE = /^(?:inherit|[\d.]+em|\d+px|1\.125rem|min\(16vw, 12rem\))$/

test('letters have five sizes', () => {
  const own = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.css'))
  const sheets = [...own, '../../server/src/http/document/reference-style.ts']
  const sizes = sheets.flatMap((name) =>
    [...readFileSync(SRC + name, 'utf8').matchAll(/font-size: ([^;]+);/g)].map(([, size = '']) => ({ name, size })),
  )
  expect(sizes.length).toBeGreaterThan(50)
  expect(sizes.filter(({ size }) => !SIZE.test(size) && !OTHER_SIZE.test(size))).toEqual([])
})

function partsIn(source: string): string[] {
  const [, names = ''] = /import \{([^}]*)\} from '@mantine\/core'/.exec(source) ?? []
  return names
    .split(',')
    .map((name) => name.trim().split(' as ')[0] ?? '')
    .filter((name) => /^[A-Z][a-z]/.test(name))
}
