import { SHORT_TEXT } from '../certificate.ts'
import { hashesOf, hashWord } from './hashing.ts'
import type { Words } from './words.ts'

// What is known of texts of a few words as a whole, where single words tell too little: plain answers, dismissals, and words of other
// languages that English texts know from names.

const wordsOf = (words: string): readonly number[] => words.trim().split(/\s+/).map(hashWord)

/** Answers that take no side: nothing is said but that something is so, or is not. */
const ANSWERS = hashesOf(`
  yes no true false never ever again always sometimes maybe perhaps often rarely seldom usually hardly none neither both either all nothing
  everything nobody ok okay correct incorrect agreed unknown possible impossible possibly probably certainly definitely exactly sure of course
  not yet done and or but so it this that there here i is isn't was wasn't does doesn't did didn't do don't know idea
`)
/** Only as the whole text, with an article or without: in a sentence they can judge, or belong to a judgement. */
const SINGLE_ANSWERS = hashesOf(`
  right wrong black white male female thanks english french german spanish italian chinese russian japanese portuguese dutch korean turkish
  polish greek swedish norwegian danish finnish ukrainian american british indian african european asian catholic protestant orthodox muslim
  christian jewish buddhist hindu islam christianity judaism buddhism hinduism democrat republican liberal conservative labour socialism
  communism capitalism democracy monarchy men women children bread butter heart brain liver lung lungs blood virus bacteria cancer asthma
  influenza death war peace hot cold warm elephant tiger lion whale bear horse zero one two hundred thousand poverty inflation theft
`)
const ARTICLES = hashesOf('a an the')
/** Words that take no side together. */
const PHRASES = ['thank you', 'no thank you', 'yes thank you', 'no thanks', 'yes please', 'i think so'].map(wordsOf)

/** Sentences that insult or threaten in words that alone do not; a star stands for anything that follows. */
const DISMISSALS = `
  drop_dead shut_up shut_it shut_your_mouth get_lost get_stuffed get_bent get_a_life sod_off buzz_off back_off clear_off piss_off bugger_off
  eat_dirt take_a_hike go_away go_die go_jump up_yours your_mum bite_me screw_you damn_you zip_it stuff_it beat_it suck_it leave_me_alone
  jump_off_a_bridge burn_them hang_them shoot_them gas_them kill_them crush_them smash_them deport_them hang_him hang_her shoot_him shoot_her kill_him
  kill_her burn_him burn_her burn_it_down string_them_up lock_them_up lock_him_up lock_her_up send_them_back they_must_go go_back_home fat_cow
  kneel death_to_* down_with_* off_with_*
`
/** Said before or after a dismissal, these change nothing. */
const FILLERS = hashesOf('oh just please now so then and all you both there already')
/** Insults that with a capital are taken for names. */
const INSULTS = hashesOf(
  'retard retards whore whores slut sluts faggot faggots fag fags tranny wetback spic paki cretin mongoloid hag dunce dimwit nitwit numbskull vermin',
)

/** Words of other languages that are known from names, and that no answer in English consists of. */
const FOREIGN = hashesOf(`
  das ein eine mein meine meinen unser unsere ihr sein seine ich es ist sind und ja welt kampf alles arbeit macht volk heil haus herr wie nie
  je non c'est ami amie amour monde femme homme pas una amigo amiga nada todos muy vida mundo por libertad mio noi mondo bom het een ik veritas deus
`)

const ANY = hashWord('*')
const dismissals = DISMISSALS.trim()
  .split(/\s+/)
  .map((words) => words.split('_').map(hashWord))

const isFew = ({ count }: Words): boolean => count > 0 && count <= SHORT_TEXT.wordsMax

/** Whether the whole text is an answer such as "Never." */
export function isPlainAnswer(words: Words): boolean {
  if (!isFew(words)) return false
  const said = [...words.hash.subarray(0, words.count)]
  const named = said.length === 2 && ARTICLES.has(said[0] ?? 0) ? said.slice(1) : said
  if (named.length === 1 && SINGLE_ANSWERS.has(named[0] ?? 0)) return true
  return said.every((one) => ANSWERS.has(one)) || PHRASES.some((one) => `${one}` === `${said}`)
}

/** 1 for each sentence of a short text that insults as a whole: "Drop dead." */
export function dismissalsIn(words: Words): Uint8Array {
  const found = new Uint8Array(words.sentences.length)
  if (!isFew(words)) return found
  for (const [at, { from, to }] of words.sentences.entries()) {
    const said = [...words.hash.subarray(from, to)]
    const plain = said.filter((hash) => !FILLERS.has(hash))
    found[at] = Number(said.some((hash) => INSULTS.has(hash)) || [said, plain].some(isDismissal))
  }
  return found
}

function isDismissal(said: readonly number[]): boolean {
  return dismissals.some((words) => {
    const isOpen = words.at(-1) === ANY
    const fixed = isOpen ? words.slice(0, -1) : words
    return (
      (isOpen ? said.length > fixed.length : said.length === fixed.length) && fixed.every((one, i) => said[i] === one)
    )
  })
}

/** Whether one of a few words is of another language: "Das Auto." */
export function hasForeignWord({ count, hash }: Words): boolean {
  return hash.subarray(0, count).some((one) => FOREIGN.has(one))
}
