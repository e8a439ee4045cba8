import { intAt } from '../numbers.ts'
import { hashWord, indexHashes, rowOf } from '../reading/reading.ts'

// The small words that tell what the word beside them is. One bit a role; many have several.

const wordsByRole = {
  determiner: 'the a an this these those my your his her its our their some any no every each another',
  // A participle follows.
  helping:
    "have has had having i'd you'd he'd she'd we'd they'd who'd i've you've we've they've hasn't haven't hadn't be is are was were am been being i'm you're we're they're isn't aren't wasn't weren't get gets got getting",
  // What follows says how somebody or something is.
  linking:
    "be is are was were am been being i'm you're we're they're isn't aren't wasn't weren't look looks looked looking feel feels felt feeling seem seems seemed appear appears appeared become becomes became remain remains remained sound sounds sounded smell smells smelled taste tastes tasted",
  // The bare form of a verb follows.
  verbFollows:
    "will would can could may might must should shall do does did won't wouldn't can't cannot couldn't shouldn't don't doesn't didn't let's i you we they he she it who",
  finite:
    "is are was were am has have had will would can could may might must should shall do does did isn't aren't wasn't weren't hasn't haven't hadn't won't wouldn't can't cannot couldn't don't doesn't didn't",
  to: 'to',
  for: 'for',
  preposition:
    'of in on at by with from into onto over under about against between through during after before without within per as than',
  joining:
    'and or but nor because while when if though although since until unless after before that which who whose where',
  // A clause follows, or has begun.
  clause: 'that he she they we i there how why whether what',
  negation:
    "not never no hardly barely scarcely almost nearly isn't aren't wasn't weren't hasn't haven't hadn't won't wouldn't can't cannot couldn't shouldn't don't doesn't didn't",
  comparison: 'like unlike',
  number:
    'two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty hundred thousand million billion',
  oneOf: 'a an',
  degree: 'more most less least very so too as how quite rather such',
  comparing: 'more most less least',
  adverb: 'not never also already just now then even still ever often soon all both almost',
  endsLikeAdverb: 'family supply reply ally assembly rally bully monopoly anomaly italy july',
}

type Role = keyof typeof wordsByRole

export const ROLE = Object.fromEntries(Object.keys(wordsByRole).map((role, at) => [role, 1 << at])) as Record<
  Role,
  number
>

const rolesByHash = new Map<number, number>()
for (const [role, words] of Object.entries(wordsByRole)) {
  for (const word of words.split(' ')) {
    const hash = hashWord(word)
    rolesByHash.set(hash, (rolesByHash.get(hash) ?? 0) | ROLE[role as Role])
  }
}
const hashes = Int32Array.from(rolesByHash.keys())
const roleIndex = { hashes, slots: indexHashes(hashes) }
const roles = Int32Array.from(rolesByHash.values())

export function roleOf(hash: number): number {
  const row = rowOf(roleIndex, hash)
  return row < 0 ? 0 : intAt(roles, row)
}
