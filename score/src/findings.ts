// Which evidence is worth a reader's look, in one place for the command line and for editors.
import { type Analysis, CERTIFIED_MIN, MODERATE_MIN } from './analysis.ts'
import type { Evidence } from './evidence/evidence.ts'
import { sentenceAt } from './numbers.ts'

export interface Finding {
  readonly evidence: Evidence
  /** The sentence that it stands in, unless it is a word of the caller's own outside of all sentences. */
  readonly sentence: Analysis['sentences'][number] | undefined
  /** What the word adds to a sentence, by how loaded the sentence is. */
  readonly strength: number
}

/** Words that are listed carry at least this share of what the heaviest word of their sentence does. */
const CARRIED_MIN = 0.1

export interface FindingOptions {
  /** The text is about a program or a device: attack, dump and leading are its plain words. */
  readonly isManual?: boolean | undefined
}

/**
 * A caller's own words, then words that carry a sentence that would not be certified, then such sentences as a whole; the strongest
 * first. Evidence in a sentence that is neutral enough is not listed, and mere emphasis is listed only in a biased one.
 */
export function findingsOf(
  { evidence, sentences }: Pick<Analysis, 'evidence' | 'sentences'>,
  { isManual = false }: FindingOptions = {},
): Finding[] {
  const found = evidence.flatMap((one): Finding[] => {
    const sentence = sentenceAt(sentences, one.start)
    const score = sentence?.ainScore ?? 0
    if (
      one.kind !== 'flagged' &&
      (score >= (isManual ? limitInManual(one, sentence) : limitFor(one)) || isFunctionWord(one.text))
    )
      return []
    return [{ evidence: one, sentence, strength: one.weight * (1 - score) }]
  })
  const heaviest = new Map<Finding['sentence'], number>()
  for (const { evidence: one, sentence } of found)
    if (one.kind !== 'generalisation') heaviest.set(sentence, Math.max(one.weight, heaviest.get(sentence) ?? 0))
  return found
    .filter(({ evidence: { kind, weight }, sentence }) => {
      return kind === 'flagged' || kind === 'generalisation' || weight >= CARRIED_MIN * (heaviest.get(sentence) ?? 0)
    })
    .sort((a, b) => rankOf(a) - rankOf(b) || b.strength - a.strength || a.evidence.start - b.evidence.start)
}

/** Kinds that plain prose is full of: they tell something only of a sentence that is far from neutral. */
const WEAK_KINDS: ReadonlySet<Evidence['kind']> = new Set([
  'loaded',
  'intensifier',
  'absolutist',
  'hedge',
  'report',
  'obligation',
])

function limitFor({ kind }: Evidence): number {
  return WEAK_KINDS.has(kind) ? MODERATE_MIN : CERTIFIED_MIN
}

/** In a manual: for hedges, verbs of saying and its plain words, and for words that no list knows as loaded. */
const PLAIN_MAX = 0.1
const UNLISTED_MAX = 0.05
/** A heading or a name. */
const FRAGMENT_CHARACTERS_MAX = 20

function limitInManual(one: Evidence, sentence: Finding['sentence']): number {
  const { kind, text, suggestion } = one
  if (kind === 'loaded' && suggestion === undefined) return UNLISTED_MAX
  if (kind === 'hedge' || kind === 'report' || PLAIN_IN_MANUALS.has(text.toLowerCase())) return PLAIN_MAX
  const isFragment = sentence !== undefined && sentence.end - sentence.start <= FRAGMENT_CHARACTERS_MAX
  return isFragment ? MODERATE_MIN : limitFor(one)
}

// Technical writing has its own use for them: a graceful shutdown, a memory dump, a leading slash, malicious code.
const PLAIN_IN_MANUALS = new Set(
  `backward clearly conveniently deny dissident dissidents fairly inspired mess nominal particularly quite realised realized respected silence silenced silences transparently
  uniquely universally unsupported worrying agenda agendas collaborator collaborators collaborate compelling exceptional outstanding prominent scheme schemes spurious naturally greatest biggest always anything bold correctly destroy destroyed destroys everyone everything every hollow honest never nice nobody none nothing protect protects protected seriously slash slashes
  wasted wasting abort aborted abuse accomplish accomplished accomplishes advanced aggressive aggressively appeal arbitrary attack attacker attackers attacks
  bad best blind bomb broken brute celebrate clean competing complain complains complex confusing constant contrived corrupt corrupted corruption
  crash crashed crashes critical cruft crude dangerous dangerously dead death dirty disaster dramatic dramatically dummy dump dumped dumps elegant
  enemy enforce enforced enforces enthusiastic evil execute executed exhaust exhausted exotic expose exposed exposes exposing failed failing fails fake false famous fatal
  fear fight flood force forced forces foreign fragile garbage good graceful gracefully great greedy hack hacks happy hard harmful hidden hostile
  ideal illegal imagine important incredible inject injection innocent insane invade junk kill killed killing kills lazy leading leak leaked leaks legal legacy legitimate lie
  lightweight magic malicious manipulate manipulated manipulates manipulating manipulation master mature mock mocked mocking mocks modern naive nasty native natural
  noise notable novel obscure offensive opinionated orphan orphaned override overrides painful panic parent perfect poison poisoned poor popular powerful pretend pretends primitive
  privileged promise promises pure queer radical real redundant refuse refused refuses reject rejected rejects reliable reveal reveals rich rigid robust rogue safe sane scary
  severe silent silently simple slave smart sophisticated special spoof starve starvation steal stolen strange strict stupid successful suffer suffers superior suppress suppressed
  suppresses surprising suspicious threat threaten threatens threats trap traps transform transformed transforms trivial trusted ugly unique unmatched unsafe untrusted upgrade
  useful useless victim violate violated violates violation vital void vulnerable war warn warned warning warns weak weird wild worst wrong zombie zombies`
    .trim()
    .split(/\s+/),
)

function rankOf({ evidence: { kind } }: Finding): number {
  return kind === 'flagged' ? 0 : kind === 'generalisation' ? 2 : 1
}

// Words that hold a sentence together weigh something in it, but nobody can replace them.
const FUNCTION_WORDS = new Set(
  "a an the this that these those it its he she they them their we us our you your i me my who what which when where why how there here is are was were be been being am do does did done has have had having will would can could may might must should shall not no nor never isn't aren't wasn't weren't don't doesn't didn't won't wouldn't can't cannot couldn't shouldn't hasn't haven't hadn't it's that's there's and or but if then than so as at by for from in into of off on onto out over to up with without about after before again also just only even still yet too very more most less least some any all both each other another such own same true false yes one two first last new finally rather anyway eventually otherwise instead".split(
    ' ',
  ),
)

function isFunctionWord(text: string): boolean {
  return FUNCTION_WORDS.has(text.toLowerCase().replaceAll('’', "'"))
}
