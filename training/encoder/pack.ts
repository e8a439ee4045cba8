import { readFileSync, writeFileSync } from 'node:fs'

// npx tsx training/encoder/pack.ts STUDENT VOCABULARY BLEND VERSION LICENCE OUT: adds the vocabulary, the version and the blend to
// what teach.py wrote.

const [student = '', vocabularyFile = '', blendFile = '', version = '', licence = '', out = ''] = process.argv.slice(2)
const LEAD = 8

const bytes = readFileSync(student)
const headerLength = bytes.readUInt32LE(4)
const header = JSON.parse(bytes.subarray(LEAD, LEAD + headerLength).toString('utf8')) as { tensors: object[] }
const body = bytes.subarray(LEAD + headerLength)
const vocabulary = readFileSync(vocabularyFile)
const blend = JSON.parse(readFileSync(blendFile, 'utf8')) as unknown
header.tensors.push({ name: 'vocabulary', type: 'text', shape: [vocabulary.length], at: body.length })
const text = JSON.stringify({ version, licence, blend, ...header })
const padded = text.padEnd(text.length + ((16 - ((text.length + LEAD) % 16)) % 16))
const lead = Buffer.alloc(LEAD)
lead.write('EQEN')
lead.writeUInt32LE(Buffer.byteLength(padded), 4)
writeFileSync(out, Buffer.concat([lead, Buffer.from(padded), body, vocabulary]))
