import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const SIZE_MAX = 16_000_000

describe.each(['../weights', '../../score-weights'])('the weights in %s', (folder) => {
  const path = (name: string): URL => new URL(`${folder}/${name}`, import.meta.url)
  const files = readdirSync(path('.')).filter((name) => name.endsWith('.bin'))

  it('are the bytes that their checksums name, and stay small', () => {
    const lines = files.map(
      (name) =>
        `${createHash('sha256')
          .update(readFileSync(path(name)))
          .digest('hex')}  ${name}`,
    )
    expect(lines.sort()).toEqual(readFileSync(path('SHA256SUMS'), 'utf8').trim().split('\n').sort())
    expect(files.filter((name) => readFileSync(path(name)).length > SIZE_MAX)).toEqual([])
  })

  it('come with their licence', () => {
    expect(readFileSync(path('NOTICE'), 'utf8')).toContain('gte-small')
  })
})
