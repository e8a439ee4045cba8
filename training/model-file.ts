import { FORMAT, MAGIC, type Model, type ModelHeader, type SectionHeader } from '@equipoise/score/scoring'
import { logitOf } from './logistic.ts'
import { quantise } from './quantise.ts'

// A model → the bytes that `loadModel` reads. Same model, same bytes.

export function writeModel(model: Model): Uint8Array {
  const sections: { header: SectionHeader; bytes: Uint8Array }[] = [
    whole('hashes', 'i32', model.hashes),
    whole('flags', 'u16', model.flags),
    whole('aliasWords', 'i32', Int32Array.from(model.aliases.keys())),
    whole('aliasClasses', 'i32', Int32Array.from(model.aliases.values())),
    small('expert', model.expert.map(clippedLogit)),
    small('editor', model.editor.map(clippedLogit)),
    small('word', model.word),
    small('letters', model.letters),
    small('pairs', model.pairs),
    small('referenceWord', model.referenceWord),
    small('referenceLetters', model.referenceLetters),
    small('referencePairs', model.referencePairs),
    small('register', model.register),
    small('letterTable', model.letterTable),
    small('referenceLetterTable', model.referenceLetterTable),
    small('unknown', model.unknown),
    small('polarity', model.polarity),
  ]
  const header: ModelHeader = {
    format: FORMAT,
    version: model.version,
    tier: model.tier,
    licence: model.licence,
    constants: model.constants,
    sections: sections.map((section) => section.header),
  }
  const text = new TextEncoder().encode(JSON.stringify(header))
  const size = sections.reduce((sum, { bytes }) => sum + bytes.length, 8 + text.length)
  const out = new Uint8Array(size)
  const view = new DataView(out.buffer)
  view.setUint32(0, MAGIC, true)
  view.setUint32(4, text.length, true)
  out.set(text, 8)
  let at = 8 + text.length
  for (const { bytes } of sections) {
    out.set(bytes, at)
    at += bytes.length
  }
  return out
}

function clippedLogit(probability: number): number {
  return Math.max(-8, Math.min(8, logitOf(Math.min(1 - 1e-6, Math.max(1e-6, probability)))))
}

function small(name: string, values: Float32Array): { header: SectionHeader; bytes: Uint8Array } {
  const { bytes, scale } = quantise(values)
  return { header: { name, kind: 'i8', count: values.length, scale }, bytes: new Uint8Array(bytes.buffer) }
}

function whole(
  name: string,
  kind: 'u16' | 'i32',
  values: Uint16Array | Int32Array,
): { header: SectionHeader; bytes: Uint8Array } {
  const bytes = new Uint8Array(values.length * (kind === 'u16' ? 2 : 4))
  const view = new DataView(bytes.buffer)
  for (let i = 0; i < values.length; i++) {
    if (kind === 'u16') view.setUint16(i * 2, values[i] ?? 0, true)
    else view.setInt32(i * 4, values[i] ?? 0, true)
  }
  return { header: { name, kind, count: values.length, scale: 1 }, bytes }
}
