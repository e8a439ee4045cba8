import { readFileSync, writeFileSync } from 'node:fs'
import { packEncoder } from './packing.ts'

// npx tsx training/encoder/pack.ts STUDENT VOCABULARY BLEND VERSION LICENCE OUT: adds the vocabulary, the version and the blend to
// what teach.py wrote.

const [student = '', vocabulary = '', blend = '', version = '', licence = '', out = ''] = process.argv.slice(2)

const { sure, ...weights } = JSON.parse(readFileSync(blend, 'utf8')) as { sure?: Record<string, number> }
writeFileSync(
  out,
  packEncoder({
    student: readFileSync(student),
    vocabulary: readFileSync(vocabulary),
    blend: weights,
    sure,
    version,
    licence,
  }),
)
