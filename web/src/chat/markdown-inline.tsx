// What stands inside a line of Markdown. The first form that matches wins; everything else is text as it stands.
import type { ReactNode } from 'react'

/** Longer stretches are not searched for their end: text with many marks and no ends would take long. */
const SPAN = '{0,1000}?'
const URL = '(?:[^\\s<>()"`]|\\([^\\s<>()]*\\))'
const URL_END = '(?:[^\\s<>()"\'`.,;:!?*_~]|\\([^\\s<>()]*\\))'

const FORMS = {
  escaped: /\\(?<escaped>[!-/:-@[-`{-~])/,
  code: new RegExp(`(?<!\`)(?<ticks>\`+)(?!\`)(?<code>[^]${SPAN}[^\`])\\k<ticks>(?!\`)`),
  link: new RegExp(`!?\\[(?<label>[^\\[\\]]*)\\]\\(\\s*<?(?<target>${URL}*)>?(?:\\s+"[^"]*")?\\s*\\)`),
  address: new RegExp(`(?<address>\\bhttps?://${URL}*${URL_END})`),
  both: new RegExp(`\\*\\*\\*(?=\\S)(?<both>[^*]${SPAN})(?<=\\S)\\*\\*\\*`),
  strong: new RegExp(`\\*\\*(?=[^\\s*])(?<strong>[^]${SPAN}\\S)\\*\\*(?!\\*)`),
  strongLine: new RegExp(`(?<!\\w)__(?=[^\\s_])(?<strongLine>[^]${SPAN}\\S)__(?!\\w)`),
  em: new RegExp(`(?<![\\w*])\\*(?=[^\\s*])(?<em>(?:[^*]|\\*\\*[^*]+\\*\\*)${SPAN}[^\\s*])\\*(?![\\w*])`),
  emLine: new RegExp(`(?<!\\w)_(?=[^\\s_])(?<emLine>[^_]${SPAN}[^\\s_])_(?!\\w)`),
  struck: new RegExp(`~~(?=\\S)(?<struck>[^~]${SPAN})(?<=\\S)~~`),
  lineEnd: /(?<lineEnd><br ?\/?>)/,
}
const ANY = new RegExp(
  Object.values(FORMS)
    .map(({ source }) => source)
    .join('|'),
  'g',
)
const SAFE = /^(https?:\/\/|mailto:)/i

type Groups = Partial<Record<keyof typeof FORMS | 'label' | 'target', string>>

export function inline(text: string): ReactNode[] {
  const nodes: ReactNode[] = []
  let at = 0
  for (const found of text.matchAll(ANY)) {
    if (found.index > at) nodes.push(text.slice(at, found.index))
    nodes.push(nodeOf(found.groups ?? {}, found[0], found.index))
    at = found.index + found[0].length
  }
  if (at < text.length) nodes.push(text.slice(at))
  return nodes
}

function nodeOf(groups: Groups, source: string, key: number): ReactNode {
  const { escaped, code, label, target, address, both, lineEnd, struck } = groups
  const strong = groups.strong ?? groups.strongLine
  const em = groups.em ?? groups.emLine
  if (escaped !== undefined) return escaped
  if (code !== undefined) return <code key={key}>{codeOf(code)}</code>
  if (target !== undefined) return linkOf(label || target, target, { source, key })
  if (address !== undefined) return linkOf(address, address, { source, key })
  if (lineEnd !== undefined) return <br key={key} />
  if (both !== undefined) return <strong key={key}>{<em>{inline(both)}</em>}</strong>
  if (strong !== undefined) return <strong key={key}>{inline(strong)}</strong>
  if (em !== undefined) return <em key={key}>{inline(em)}</em>
  return <del key={key}>{inline(struck ?? '')}</del>
}

/** Spaces next to the ticks only keep ticks apart. */
function codeOf(code: string): string {
  return /^ .*[^ ].* $/.test(code) ? code.slice(1, -1) : code
}

/** Pictures become links too: an answer must not make the browser ask another site. Other addresses stay text. */
function linkOf(label: string, target: string, { source, key }: { source: string; key: number }): ReactNode {
  if (!SAFE.test(target)) return source
  return (
    <a key={key} href={target} target="_blank" rel="noopener noreferrer nofollow">
      {label === target ? label : inline(label)}
    </a>
  )
}
