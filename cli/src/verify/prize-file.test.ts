// The command that checks the file of a prize draw, as a ZIP and unpacked. engine/src/prizes/prize-zip.test.ts has every hostile ZIP.
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { prizeFile } from '../../../engine/test/prize-files.ts'
import { zipOf } from '../../../engine/test/prize-zips.ts'
import { KEY } from '../../../engine/test/signed-receipts.ts'
import { verifyFile } from '../verify.ts'

const folder = mkdtempSync(join(tmpdir(), 'prize-file-'))
const { result, rows, text } = prizeFile(['Ada', 'Grace', 'Linus'])
const parts = {
  'lock.json': Buffer.from(text),
  'result.json': Buffer.from(JSON.stringify(result)),
  'pool.json': Buffer.from(JSON.stringify(rows)),
}
const zip = zipOf(Object.entries(parts).map(([name, content]) => ({ name, content })))

async function verified(name: string, content?: Uint8Array): Promise<{ status: number; last: string | undefined }> {
  const path = join(folder, name)
  if (content) writeFileSync(path, content)
  const printed: string[] = []
  let status = 0
  await verifyFile({
    words: [path],
    values: { key: KEY },
    readText: async () => '',
    print: (line) => void printed.push(line),
    exit: (code) => {
      status = code
    },
  })
  return { status, last: printed.at(-1) }
}

const INCOMPLETE = 'Nothing failed, but not everything could be checked: see above.'

test('a ZIP and its unpacked files are checked alike', async () => {
  expect(await verified('draw.zip', zip)).toEqual({ status: 2, last: INCOMPLETE })
  mkdirSync(join(folder, 'unpacked'))
  for (const [name, content] of Object.entries(parts)) writeFileSync(join(folder, 'unpacked', name), content)
  expect(await verified('unpacked')).toEqual({ status: 2, last: INCOMPLETE })
})

test('a hostile ZIP fails with status 1, named for what it is', async () => {
  const broken = await verified('broken.zip', zip.subarray(0, -1))
  expect(broken).toEqual({ status: 1, last: 'FAILED: The ZIP is damaged or truncated.' })
  const outside = zipOf([{ name: '..\\lock.json', content: Buffer.from(text) }])
  expect(await verified('outside.zip', outside)).toEqual({
    status: 1,
    last: 'FAILED: The ZIP has a file named ..\\lock.json, which is outside of its folder.',
  })
  const late = zipOf([
    ...Object.entries(parts)
      .map(([name, content]) => ({ name, content }))
      .slice(0, 2),
    { name: 'pool.json', content: Buffer.from(JSON.stringify([...rows, rows[0]])) },
  ])
  expect((await verified('late.zip', late)).last).toMatch(/^FAILED: The pool has 4 entries, and 3 were locked/)
})

test('a large file that calls itself a ZIP is not read', async () => {
  await expect(verified('sparse.zip', Buffer.alloc(64 * 1_048_576 + 1))).rejects.toThrow('is no file of at most')
})
