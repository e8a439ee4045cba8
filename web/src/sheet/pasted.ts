// Reads pasted and uploaded documents as plain text with paragraphs.
import { formatCount } from '../format.ts'
import { TEXT_CHARS_MAX } from '../kept/documents.ts'
import { fileText } from '../shell/file-text.ts'

const BLOCKS = new Set(['P', 'DIV', 'LI', 'TR', 'H1', 'H2', 'H3', 'H4', 'H5', 'H6', 'BLOCKQUOTE', 'SECTION', 'ARTICLE'])
const SPACED = new Set(['P', 'H1', 'H2', 'H3', 'H4', 'H5', 'H6', 'BLOCKQUOTE'])
const UNSEEN = new Set(['STYLE', 'SCRIPT', 'HEAD', 'TITLE', 'META', 'LINK'])

/** Undefined if the HTML has no paragraphs: then the browser's plain text is just as good. */
export function plainTextOf(html: string): string | undefined {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  if (!body.querySelector('p, li, h1, h2, h3, h4, h5, h6')) return undefined
  return tidied(textIn(body))
}

function textIn(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return (node.textContent ?? '').replaceAll(/[ \t\r\n\u00a0]+/g, ' ')
  if (!(node instanceof Element) && node.nodeType !== Node.DOCUMENT_FRAGMENT_NODE) return ''
  const name = node instanceof Element ? node.tagName : ''
  if (UNSEEN.has(name)) return ''
  if (name === 'BR') return '\n'
  const inside = [...node.childNodes].map(textIn).join('')
  if (!BLOCKS.has(name)) return inside
  const bullet = name === 'LI' ? '- ' : ''
  const text = inside.trim()
  return text === '' ? '' : `\n${bullet}${text}\n${SPACED.has(name) ? '\n' : ''}`
}

/** At most one empty line between paragraphs, and no space at the ends of lines. */
function tidied(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

const FILE_BYTES_MAX = 10_000_000
export const TOO_LONG_WORDS = `A text can have up to ${formatCount(TEXT_CHARS_MAX)} characters. Split this one into several documents.`

/** The text of a .docx, .txt or .md file. Throws an error whose message can be shown. */
export async function textOfFile(file: File): Promise<string> {
  const text = await readFile(file)
  if (text.length > TEXT_CHARS_MAX) throw new Error(TOO_LONG_WORDS)
  return text
}

async function readFile(file: File): Promise<string> {
  if (file.size > FILE_BYTES_MAX) throw new Error('This file is larger than 10 MB.')
  if (/\.docx$/i.test(file.name)) return textOfDocx(await file.arrayBuffer())
  if (/\.(txt|md|markdown|text)$/i.test(file.name) || file.type.startsWith('text/')) {
    return fileText(file)
  }
  throw new Error('Choose a .docx, .txt or .md file.')
}

const UNREADABLE = 'This file could not be read as a Word document.'
const LOCAL_HEADER_BYTES = 30
const CENTRAL_HEADER_BYTES = 46
const END_SIGNATURE = 0x06054b50
const CENTRAL_SIGNATURE = 0x02014b50
const STORED = 0
const DEFLATED = 8

/** A Word document is a zip archive; its text is one XML file in it. */
export async function textOfDocx(bytes: ArrayBuffer): Promise<string> {
  const xml = await fileInZip(bytes, 'word/document.xml')
  const parsed = new DOMParser().parseFromString(xml, 'application/xml')
  const paragraphs = [...parsed.getElementsByTagName('w:p')].map((paragraph) =>
    [...paragraph.getElementsByTagName('*')].map(wordPiece).join(''),
  )
  return tidied(paragraphs.join('\n\n'))
}

function wordPiece(element: Element): string {
  if (element.tagName === 'w:t') return element.textContent ?? ''
  if (element.tagName === 'w:tab') return ' '
  return element.tagName === 'w:br' ? '\n' : ''
}

async function fileInZip(bytes: ArrayBuffer, wanted: string): Promise<string> {
  const view = new DataView(bytes)
  let end = bytes.byteLength - 22
  while (end >= 0 && view.getUint32(end, true) !== END_SIGNATURE) end--
  if (end < 0) throw new Error(UNREADABLE)
  let at = view.getUint32(end + 16, true)
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    if (at + CENTRAL_HEADER_BYTES > bytes.byteLength || view.getUint32(at, true) !== CENTRAL_SIGNATURE) break
    const nameLength = view.getUint16(at + 28, true)
    const name = new TextDecoder().decode(new Uint8Array(bytes, at + CENTRAL_HEADER_BYTES, nameLength))
    if (name === wanted) return contentAt(view, { method: view.getUint16(at + 10, true), at })
    at += CENTRAL_HEADER_BYTES + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  throw new Error(UNREADABLE)
}

/** `at` is the offset of the entry in the archive's directory. */
async function contentAt(view: DataView, { method, at }: { method: number; at: number }): Promise<string> {
  const size = view.getUint32(at + 20, true)
  const local = view.getUint32(at + 42, true)
  const start = local + LOCAL_HEADER_BYTES + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
  const packed = new Uint8Array(view.buffer as ArrayBuffer, start, size)
  if (method === STORED) return new TextDecoder().decode(packed)
  if (method !== DEFLATED) throw new Error(UNREADABLE)
  const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
  return new Response(unpacked).text()
}
