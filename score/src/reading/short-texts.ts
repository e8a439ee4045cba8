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
const PHRASES = `
  thank_you no_thank_you yes_thank_you no_thanks yes_please i_think_so great_thanks good_thanks fine_thanks thanks_a_lot thanks_that_helps
  you're_welcome no_problem sounds_good sounds_right got_it very_good very_well well_done good_idea good_question fair_enough makes_sense
  that_works that's_right that's_correct that_is_right that_is_correct both_are_correct both_are_right exactly_right i_agree i_disagree
  i_see i_understand i'm_not_sure i_am_not_sure i_doubt_it i_hope_so i_guess_so not_that_i_know_of as_far_as_i_know as_far_as_i_know_yes
  hard_to_say it_depends no_idea no_comment never_mind good_morning good_evening good_night good_luck good_afternoon sorry i'm_sorry please
  go_ahead sure_go_ahead will_do okay_will_do
`
  .trim()
  .split(/\s+/)
  .map((phrase) => wordsOf(phrase.replaceAll('_', ' ')))

/** What is wrong somewhere, as an answer names it: alone, or with words that only say which. */
const WRONGS = hashesOf(`
  abduction absenteeism abuse addiction ageism alcoholism anti-semitism antisemitism anxiety apartheid arson assault assaults battery bigamy bombing
  bombings blackmail breach breaches bribery brutality bullying burglary cannabis censorship cocaine collusion colonialism conspiracy contamination
  contempt corruption counterfeiting crime crimes cruelty cuts death deaths debt defamation deforestation dementia deportation deportations
  depression detention discrimination dismissal dismissals doping drought drowning drunkenness embezzlement erosion espionage euthanasia evasion
  eviction evictions execution executions exploitation expulsion extinction extortion famine favouritism felony femicide flooding forgery fraud
  gambling genocide grooming hacking harassment heroin hijacking homelessness homicide homophobia hunger hypothermia imprisonment inequality
  infanticide inflation infringement injustice insolvency insubordination intimidation islamophobia kidnapping killing killings larceny laundering
  layoff layoffs lay-offs libel littering looting lynching lynchings malnutrition malpractice malware manslaughter massacre massacres misconduct
  misdemeanour misogyny molestation mugging murder murders neglect negligence nepotism obesity obstruction offence offences opium oppression
  overcrowding overdose overfishing overpopulation perjury persecution phishing piracy plagiarism poaching pogrom pogroms pollution poverty prejudice
  racism ransomware rape recession redundancies redundancy riot riots robberies robbery sabotage sackings sedition segregation sexism shooting
  shootings shoplifting slander slavery smoking smuggling speeding stabbing stabbings stalking starvation strikes suicide suicides terrorism theft
  thefts torture trafficking transphobia treason trespass trespassing truancy unemployment vandalism violence war wars xenophobia
`)
const JOINS = hashesOf('in of at by and or')
const WHICH_OR_JOINS = new Set([
  ...JOINS,
  ...hashesOf(`
  a an the academic aggravated animal armed arms assisted attempted benefit card careless child civil cleansing common corporate
  court credit criminal cyber data degree domestic drink driving drug drugs drunk ecological economic electoral environmental ethnic financial
  first forced gang gender gross gun hate high honour human identity insider insurance intellectual involuntary juvenile knife mass medical minor
  money office online organised organized pay petty police political power professional property public racial reckless religious scientific second
  serious sexual speech state statutory systemic tax trading unfair unlawful verbal voter wilful work workplace wrongful youth
`),
])
const ALSO_WRONGS = ['hate speech', 'ethnic cleansing', 'insider trading', 'drunk driving', 'abuse of power'].map(
  wordsOf,
)
/** States of a thing: plain if the sentence says nothing else about it. */
const STATES = hashesOf(`
  good bad better worse fine great nice okay poor weak strong wrong right legal illegal lawful unlawful constitutional unconstitutional guilty innocent
  liable void invalid valid expired empty full broken damaged faulty missing lost late early delayed cancelled postponed overdue closed open sold
  dead alive deceased extinct endangered sick ill injured wounded unconscious drunk sober hungry tired asleep awake cold hot warm wet dry frozen
  toxic poisonous venomous flammable inflammable explosive radioactive corrosive contagious infectious contaminated infected polluted harmful
  harmless dangerous hazardous unsafe safe risky cheap expensive bankrupt insolvent unemployed employed retired homeless married divorced single
  widowed pregnant blind deaf disabled obese overweight underweight old new obsolete outdated rare usual unusual easy hard difficult simple
  complex complicated slow fast heavy light larger smaller high low long short rude polite noisy loud quiet dirty clean sharp blunt bitter sour
  sweet salty spicy raw mouldy stale fresh undecided uncertain unclear disputed anonymous classified confidential secret forbidden banned
  prohibited allowed permitted mandatory compulsory optional free necessary unnecessary useful available unavailable
`)
const OPENERS = hashesOf(
  "it is it's was that that's not isn't wasn't very too quite still already almost fully partly slightly both more less much",
)
/** Animals and other things that are an insult in a sentence, and alone or with an article an answer. */
const THINGS = hashesOf(`
  rat rats leech leeches snake snakes pig pigs donkey donkeys weasel weasels vulture vultures cockroach cockroaches flea fleas sheep dog dogs cow
  cows goat goats monkey monkeys worm worms spider spiders poison trash rubbish garbage witch witches clown magic plague
`)

/** Sentences that insult or threaten in words that alone do not; a star stands for anything that follows. */
const DISMISSALS = `
  drop_dead shut_up shut_it shut_your_mouth shut_your_face fat_pig fat_pigs total_rubbish they_should_be_hanged they_should_hang get_lost get_stuffed get_bent get_a_life sod_off buzz_off back_off clear_off piss_off bugger_off
  eat_dirt take_a_hike go_away go_die go_jump up_yours your_mum bite_me screw_you damn_you zip_it stuff_it beat_it suck_it leave_me_alone
  jump_off_a_bridge burn_them hang_them shoot_them gas_them kill_them crush_them smash_them deport_them hang_him hang_her shoot_him shoot_her kill_him
  kill_her burn_him burn_her burn_it_down string_them_up lock_them_up lock_him_up lock_her_up send_them_back they_must_go go_back_home fat_cow
  kneel death_to_* down_with_* off_with_*
`
/** Said before or after a dismissal, these change nothing. */
const FILLERS = hashesOf('oh just please now so then and all you both there already')
/** Insults that with a capital are taken for names. */
const INSULTS = hashesOf(
  'retard retards whore whores slut sluts faggot faggots fag fags tranny wetback spic paki cretin mongoloid hag dunce dimwit nitwit numbskull vermin warmonger warmongers drivel brain-dead bloodsucker bloodsuckers maggot maggots',
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
  const [alone = 0] = named.length === 1 ? named : []
  if (SINGLE_ANSWERS.has(alone) || THINGS.has(alone)) return true
  if (namesWrong(said) || consistsOf(said, STATES, OPENERS)) return true
  return said.every((one) => ANSWERS.has(one)) || [...PHRASES, ...ALSO_WRONGS].some((one) => `${one}` === `${said}`)
}

// Behind "murder" comes nothing or "of …": "Murder the police." names nothing.
function namesWrong(said: readonly number[]): boolean {
  if (!consistsOf(said, WRONGS, WHICH_OR_JOINS)) return false
  return said.every((one, at) => {
    const next = said[at + 1]
    return next === undefined || !WRONGS.has(one) || WRONGS.has(next) || JOINS.has(next)
  })
}

/** At least one of the words, and beside them only words that go with them. */
function consistsOf(said: readonly number[], words: ReadonlySet<number>, beside: ReadonlySet<number>): boolean {
  return said.some((one) => words.has(one)) && said.every((one) => words.has(one) || beside.has(one))
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
