// The parts of the guides and of the verifier that are written from the code, between two comments. `npm run openapi` writes them; a test fails if one is
// stale.
import { PROOFS, RECEIPT_FIELDS } from '@equipoise/engine'
import { type AccessWords, type App, ERROR_TEXTS, FIELD_TEXTS, openaiType, statusOf } from '../server/src/http/http.ts'

const {
  balances,
  assignment,
  minimised_assignment,
  allocation,
  minimised_allocation,
  announcement,
  origins: { round, announced, ...origins },
  kinds: { loot = {}, ...kinds },
  ...always
} = RECEIPT_FIELDS
/** What only some receipts need stands in the file that checks those. */
const LIMITS = {
  'docs/verify.py': {
    ...always,
    kinds,
    origins,
    proves: proofs('seed', 'commitment', 'promise', 'reveal', 'unfollowed', 'chain', 'chain_of_one', 'chain_of_none'),
  },
  'docs/verify_loot.py': loot,
  'docs/verify_beacon.py': {
    origins: { round, announced },
    announcement,
    proves: proofs('round', 'announced', 'announcement', 'round_kept'),
  },
  'docs/verify_allocation.py': {
    balances,
    assignment,
    minimised_assignment,
    allocation,
    minimised_allocation,
    proves: proofs('allocation', 'assignment'),
  },
}

function proofs(...names: (keyof typeof PROOFS)[]) {
  return Object.fromEntries(names.map((name) => [name, PROOFS[name]]))
}

export interface GuidePart {
  readonly file: string
  readonly name: string
  readonly text: string
}

export function guidePartsOf({ accessTable }: Pick<App, 'accessTable'>): GuidePart[] {
  const errors = 'docs/guide/errors.md'
  return [
    { file: 'docs/guide/sdk.md', name: 'methods', text: methodTable(accessTable) },
    { file: errors, name: 'errors', text: errorTable() },
    { file: errors, name: 'fields', text: fieldTable() },
    ...Object.entries(LIMITS).map(([file, limits]) => ({ file, name: 'limits', text: inPython(limits) })),
  ]
}

/** The page with its part replaced. Throws if the page has no place for it. */
export function withPart(page: string, { file, name, text }: GuidePart): string {
  const comment = (words: string) => (file.endsWith('.py') ? `# ${words}` : `<!-- ${words} -->`)
  const [before, after] = [comment(`${name}: written by npm run openapi`), comment(`end of ${name}`)]
  const [start, end] = [page.indexOf(before), page.indexOf(after)]
  if (start < 0 || end < start) throw new Error(`${file} has no place for its part "${name}"`)
  return `${page.slice(0, start)}${before}\n${text}\n${page.slice(end)}`
}

function methodTable(accessTable: App['accessTable']): string {
  const rows = accessTable.flatMap(({ method, url, schema }) => {
    const { sdk = 'none', access = 'anyone' } = schema ?? {}
    if (sdk === 'none' || method === 'HEAD') return []
    const [name, ...inputs] = sdk
    const args = inputs.map((input) => input.split('.').at(-1)).join(', ')
    return [`| \`${name}(${args})\` | \`${method} ${url.replace(/:(\w+)/g, '{$1}')}\` | ${needOf(access)} |`]
  })
  return ['| method | request | needs |', '|---|---|---|', ...rows].join('\n')
}

function errorTable(): string {
  const kinds = Object.keys(ERROR_TEXTS) as (keyof typeof ERROR_TEXTS)[]
  const rows = kinds
    .toSorted((a, b) => statusOf(a) - statusOf(b))
    .map((kind) => {
      const { meaning, action } = ERROR_TEXTS[kind]
      return `| ${statusOf(kind)} | \`${kind}\` | \`${openaiType(kind)}\` | ${meaning} | ${action} |`
    })
  return ['| status | code | type | what it means | what to do |', '|---|---|---|---|---|', ...rows].join('\n')
}

function fieldTable(): string {
  const rows = Object.entries(FIELD_TEXTS).map(([type, text]) => `| \`${type}\` | ${text} |`)
  return ['| type | what it means |', '|---|---|', ...rows].join('\n')
}

function needOf(access: AccessWords): string {
  if (access === 'anyone') return 'nothing'
  if (access === 'signed in') return 'a token'
  if (access === 'signed in, if at all') return 'nothing, or a token'
  if (access === 'administrator') return "an administrator's token"
  const [, anonymous, scopes = ''] = /^(anonymous, or )?scope (.*)$/.exec(access) ?? []
  const keys = ['full', ...scopes.split(' or ')].map((scope) => `\`${scope}\``)
  return `${anonymous ? 'nothing within limits, or ' : ''}a token or a key (${keys.join(', ')})`
}

/** The words of patterns are left out: the verifiers in Python name only the place. */
function inPython(limits: object): string {
  const short = JSON.parse(JSON.stringify(limits, (name, one) => (name === 'words' ? undefined : one)))
  return `LIMITS = json.loads(r"""\n${prettyJson(short, '')}\n""")`
}

const JSON_LINE_MAX = 160

/** Indents by one space, and keeps short values on one line: most of the API's document is short references (decision 0018). */
export function prettyJson(value: unknown, indent: string): string {
  const line = JSON.stringify(value)
  if (typeof value !== 'object' || value === null || indent.length + line.length <= JSON_LINE_MAX) return line
  const inner = `${indent} `
  const isList = Array.isArray(value)
  const entries = Object.entries(value).filter(([, one]) => one !== undefined)
  const parts = entries.map(([key, one]) => `${isList ? '' : `${JSON.stringify(key)}: `}${prettyJson(one, inner)}`)
  return `${isList ? '[' : '{'}\n${inner}${parts.join(`,\n${inner}`)}\n${indent}${isList ? ']' : '}'}`
}
