import { readFileSync, writeFileSync } from 'node:fs'
import { FLAG, hashWord, indexHashes, rowOf } from '@equipoise/score/reading'
import type { ModelHeader } from '@equipoise/score/scoring'
import { membersOfGroups } from './vocabulary.ts'

// npx tsx training/regroup.ts FILE...: writes the classes of groups.ts into weights of the words that were trained with fewer of them.
// The words of a new class are then read as the class, as if the weights had been trained so; nothing else changes.

for (const file of process.argv.slice(2)) {
  const bytes = readFileSync(file)
  const length = bytes.readUInt32LE(4)
  const header = JSON.parse(bytes.subarray(8, 8 + length).toString('utf8')) as ModelHeader
  const sections = cut(header, bytes.subarray(8 + length))
  const hashes = new Int32Array(copyOf(sections.get('hashes')))
  const flags = new Uint16Array(copyOf(sections.get('flags')))
  const lexis = { hashes, slots: indexHashes(hashes) }
  const known = membersOfGroups().filter(([word]) => rowOf(lexis, hashWord(word)) >= 0)
  for (const [word] of known) {
    const row = rowOf(lexis, hashWord(word))
    flags[row] = ((flags[row] ?? 0) | FLAG.alias) & ~(FLAG.kept | FLAG.proper | FLAG.rare)
  }
  const aliases = new Map(known.map(([word, name]) => [hashWord(word), hashWord(name)]))
  sections.set('flags', new Uint8Array(flags.buffer))
  sections.set('aliasWords', new Uint8Array(Int32Array.from(aliases.keys()).buffer))
  sections.set('aliasClasses', new Uint8Array(Int32Array.from(aliases.values()).buffer))
  writeFileSync(file, join(header, sections, aliases.size))
  process.stdout.write(`${file}: ${aliases.size} words have a class\n`)
}

function cut(header: ModelHeader, bytes: Uint8Array): Map<string, Uint8Array> {
  const width = { i8: 1, u16: 2, i32: 4 } as const
  let at = 0
  return new Map(
    header.sections.map(({ name, kind, count }) => {
      const from = at
      at += count * width[kind]
      return [name, bytes.subarray(from, at)] as const
    }),
  )
}

function copyOf(section: Uint8Array | undefined): ArrayBuffer {
  return new Uint8Array(section ?? new Uint8Array()).buffer
}

function join(header: ModelHeader, sections: ReadonlyMap<string, Uint8Array>, aliases: number): Buffer {
  const counted = header.sections.map((section) =>
    section.name.startsWith('alias') ? { ...section, count: aliases } : section,
  )
  const text = Buffer.from(JSON.stringify({ ...header, sections: counted }))
  const start = Buffer.alloc(8)
  start.writeUInt32LE(0x4e495145, 0)
  start.writeUInt32LE(text.length, 4)
  return Buffer.concat([start, text, ...header.sections.map(({ name }) => sections.get(name) ?? new Uint8Array())])
}
