// Wraps the given Markdown files, or all of them, at 120 columns. Code, tables and headings stay unchanged.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

const WIDTH = 120
/** Never breaks inside code, links and images. */
const WORD = /(?:`[^`]*`|!?\[[^\]]*\]\([^)]*\)|[^\s`[]|[`[])+/g
/** Words that would start a block at the start of a line. */
const MARK = /^(?:[-+*>|]|#{1,6}|\d+[.)])(?:\s|$)|^[|>#]|^={2,}$|^-{2,}$/
const LEAD = /^(\s*(?:[-*+] |\d+[.)] |> )?)/

function wrappedBlock(lines) {
  if (lines.every((line) => line.length <= WIDTH) || lines.some((line) => / {2}$/.test(line))) return lines
  const lead = LEAD.exec(lines[0])[1]
  const indent = lead.includes('>') ? lead : ' '.repeat(lead.length)
  const text = lines.map((line, i) => (i === 0 ? line.slice(lead.length) : line.trim().replace(/^> ?/, ''))).join(' ')
  const done = []
  let line = lead
  for (const word of text.match(WORD) ?? []) {
    const start = done.length === 0 ? lead : indent
    const isEmpty = line.length <= start.length && line.trim() === start.trim()
    if (isEmpty || MARK.test(word) || line.length + 1 + word.length <= WIDTH) line += isEmpty ? word : ` ${word}`
    else {
      done.push(line)
      line = indent + word
    }
  }
  return [...done, line]
}

export function wrapped(text) {
  const out = []
  let block = []
  let isCode = false
  const flush = () => {
    out.push(...(block.length > 0 ? wrappedBlock(block) : []))
    block = []
  }
  for (const line of text.split('\n')) {
    const isIndentedCode = block.length === 0 && /^ {4,}(?![-*+\d])/.test(line)
    const isFence = /^\s*(```|~~~)/.test(line)
    if (isFence || isCode || /^\s*$|^\s*\||^#|^\s*<|^\[[^\]]+\]:|^---$/.test(line) || isIndentedCode) {
      flush()
      out.push(line)
      if (isFence) isCode = !isCode
    } else {
      if (/^\s*([-*+] |\d+[.)] )/.test(line)) flush()
      block.push(line)
    }
  }
  flush()
  return out.join('\n')
}

if (import.meta.filename === process.argv[1]) {
  const given = process.argv.slice(2)
  const files =
    given.length > 0 ? given : execFileSync('git', ['ls-files', '*.md'], { encoding: 'utf8' }).trim().split('\n')
  // Without the files that programs write.
  for (const file of files.filter((name) => !/^bench\/|model-card|\/data\//.test(name))) {
    const text = readFileSync(file, 'utf8')
    if (wrapped(text) !== text) writeFileSync(file, wrapped(text))
  }
}
