import { readFileSync } from 'node:fs'

// Statements of both sides that only judge, written by us: pairs of policies by field, and opinions that differ in their side alone.

const read = (name: string): string[] =>
  readFileSync(new URL(name, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '')

export interface PolicyPair {
  readonly field: string
  readonly left: string
  readonly right: string
}

export function policyPairs(): PolicyPair[] {
  let field = ''
  return read('policy-pairs.txt').flatMap((line): PolicyPair[] => {
    if (line.startsWith('# ')) {
      field = line.slice(2)
      return []
    }
    const [left = '', right = ''] = line.split(' | ')
    return [{ field, left, right }]
  })
}

/** Each pattern with every filling of {a|b}; the two in square brackets are the sides. */
export function mirroredOpinions(): (readonly [string, string])[] {
  return read('mirrored-opinions.txt')
    .flatMap(fillings)
    .map((text) => [sideOf(text, 0), sideOf(text, 1)] as const)
}

function fillings(pattern: string): string[] {
  const slot = /\{([^}]*)\}/.exec(pattern)
  if (!slot) return [pattern]
  return (slot[1] ?? '').split('|').flatMap((word) => fillings(pattern.replace(slot[0], word)))
}

function sideOf(text: string, side: 0 | 1): string {
  return text.replace(/\[([^\]]*)\]/, (_, words: string) => words.split('|')[side] ?? '')
}

/** Whole documents of many kinds by us that nothing was trained on: under each "# plain letter" or "# persuasive leaflet" one document. */
export function documentsOfKinds(kind: 'plain' | 'persuasive'): string[] {
  const lines = read('kinds-of-documents.txt')
  return lines.filter((_, at) => lines[at - 1]?.startsWith(`# ${kind} `))
}

/** Short sentences by language, nearly all of them hostile; those in English have names and loanwords, and are plain. */
export function shortSentences(): Map<string, string[]> {
  const parts = read('short-sentences.txt').join('\n').split(/^# /m).slice(1)
  return new Map(parts.map((part) => [part.slice(0, 2), part.trim().split('\n').slice(1)]))
}

export const coloursAndSpecies = (): string[] => read('colours-and-species.txt')

/** Short answers of our own, to the questions that one can think of. */
export function shortAnswers(kind: 'plain' | 'loaded'): string[] {
  const parts = read('short-answers.txt').join('\n').split(/^# /m).slice(1)
  return parts.filter((part) => part.startsWith(kind)).flatMap((part) => part.trim().split('\n').slice(1))
}
