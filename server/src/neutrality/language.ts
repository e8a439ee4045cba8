import { hashWord } from './hashing.ts'
import { indexHashes, type Lexis, rowOf } from './lexis.ts'
import { rememberLast } from './remember.ts'
import { SHAPE, type Words } from './words.ts'

// A guess at the language, from its script and its small words. It only has to tell English from everything else; the name
// of the other language is a courtesy.

export interface Language {
  // ISO 639-1, or `und` where nothing can be said.
  readonly code: string
  // Share of words that the English vocabulary knows.
  readonly known: number
  readonly knownWords: number
}

const SMALL_WORDS: Readonly<Record<string, string>> = {
  en: 'the of and to that for with was were are is this have has had not but from they his her he she it its we you i by or which who would will been their there what when can about than into some could them these also after our your in on at as an be if my all how do did so because',
  de: 'der die das und ist nicht ein eine einen dem den des mit von zu auf für sich auch es wir ich sie werden wird wurde sind war hat haben bei nach aus oder wie über dass im zum zur nur noch sehr kein keine',
  fr: 'le la les des un une et est dans pour pas que qui sur avec ce cette sont il elle nous vous je ne plus par au aux du été était ont mais ou où leur leurs très fait être',
  es: 'el la los las de un una y es en por para con que no se su sus del al lo como más pero fue este esta son ha han muy también sin sobre entre cuando hay',
  it: 'il lo la gli le di un una e è in per con che non si del della dei delle al alla come più ma questo questa sono ha hanno anche nel nella molto suo sua stato',
  pt: 'o os a as de um uma e é em por para com que não se do da dos das no na ao como mais mas foi este esta são tem também muito seu sua ele ela isso',
  nl: 'de het een en is van in op voor met dat niet zijn aan te er ook als bij naar uit om maar door over hij zij wij ik dit deze werd wordt heeft hebben worden geen',
  pl: 'i w na z że się nie do jest to o jak po ale za od przez dla są być był była tym tego oraz który która które ich jego już tylko może',
  cs: 'a v na že se je to s z do o i jako pro by ale ve za po od jsou byl byla bylo které který která jeho jejich také může nebo již však',
  sv: 'och i att det som en på är av för med till den har de inte om ett han men var sig från vi så kan när år eller ska också hon skulle',
  da: 'og i at det er en til af på for med den de har som ikke et han var men om vi fra der kan så når sig eller skal også hun blev være',
  no: 'og i det er en på til som for av med at den har de ikke et han var men om vi fra kan så når seg eller skal også hun ble være',
  ro: 'și de la în a cu pe un o nu este că din pentru mai sunt care să se fi ce au fost prin sau dar acest această după ca',
  fi: 'ja on ei se että oli hän ovat olla kun mutta myös joka niin tai sen kuin mukaan ole ovat jos nyt vain minä',
  hu: 'a az és hogy nem egy is van volt de ez azt meg csak már mint vagy el ki még lesz lehet nagyon',
  tr: 've bir bu da de için ile olarak çok daha olan gibi kadar ama değil var en o ki ne sonra her',
}

const LANGUAGES = Object.keys(SMALL_WORDS)
const languagesByWord = new Map<number, number>()
for (const [order, words] of Object.values(SMALL_WORDS).entries()) {
  for (const word of words.split(' ')) {
    const hash = hashWord(word)
    languagesByWord.set(hash, (languagesByWord.get(hash) ?? 0) | (1 << order))
  }
}
const smallHashes = Int32Array.from(languagesByWord.keys())
const smallWords = { hashes: smallHashes, slots: indexHashes(smallHashes) }
// One bit a language, English first.
const smallWordLanguages = Int32Array.from(languagesByWord.values())

const SCRIPTS: readonly (readonly [from: number, to: number, code: string])[] = [
  [0x370, 0x3ff, 'el'],
  [0x400, 0x52f, 'ru'],
  [0x530, 0x58f, 'hy'],
  [0x590, 0x5ff, 'he'],
  [0x600, 0x6ff, 'ar'],
  [0x900, 0x97f, 'hi'],
  [0xe00, 0xe7f, 'th'],
  [0x10a0, 0x10ff, 'ka'],
  [0x3040, 0x30ff, 'ja'],
  [0x4e00, 0x9fff, 'zh'],
  [0xac00, 0xd7af, 'ko'],
]

const SAMPLE_WORDS = 600
const KNOWN_SHARE_MIN = 0.6
const KNOWN_SHARE_SURE = 0.85

export function guessLanguage(lexis: Lexis, words: Words): Language {
  const seen = countSample(lexis, words)
  const known = seen.plain === 0 ? 0 : seen.known / seen.plain
  return { code: nameLanguage(words, seen), known, knownWords: seen.known }
}

interface Sample {
  readonly plain: number
  readonly known: number
  readonly foreign: number
  // Small words of English, and of any other language.
  readonly english: number
  readonly other: number
}

function countSample(lexis: Lexis, words: Words): Sample {
  const byRow = languagesByRow(lexis)
  const { shape: shapes, row: rows, hash: hashes } = words
  const sample = Math.min(words.count, SAMPLE_WORDS)
  let plain = 0
  let known = 0
  let foreign = 0
  let english = 0
  let other = 0
  for (let at = 0; at < sample; at++) {
    const shape = shapes[at] ?? 0
    if (shape & SHAPE.number) continue
    plain++
    if (shape & SHAPE.foreign) foreign++
    const row = rows[at] ?? -1
    known += Number(row >= 0)
    const languages = row < 0 ? languagesOf(hashes[at] ?? 0) : (byRow[row] ?? 0)
    english += languages & 1
    other += Number(languages > 1)
  }
  return { plain, known, foreign, english, other }
}

// What `languagesOf` says about each word of a vocabulary, looked up once.
const languagesByRow = rememberLast((lexis: Lexis) => Uint16Array.from(lexis.hashes, languagesOf))

function languagesOf(hash: number): number {
  const row = rowOf(smallWords, hash)
  return row < 0 ? 0 : (smallWordLanguages[row] ?? 0)
}

function nameLanguage(words: Words, seen: Sample): string {
  if (seen.plain === 0) return 'und'
  if (seen.foreign * 2 > seen.plain) return scriptOf(words)
  const share = seen.known / seen.plain
  // No language can have more than all others together: nearly every English text is named without counting each.
  if (share >= KNOWN_SHARE_SURE && seen.english * 2 >= seen.other) return 'en'
  const hits = countLanguages(words)
  let best = 0
  for (let order = 1; order < hits.length; order++) if ((hits[order] ?? 0) > (hits[best] ?? 0)) best = order
  // Small words such as "a" belong to many languages: where the English vocabulary knows nearly all words, it is English.
  const isKnown = share >= (best === 0 ? KNOWN_SHARE_MIN : KNOWN_SHARE_SURE)
  if (isKnown && (best === 0 || seen.english * 2 >= (hits[best] ?? 0))) return 'en'
  return best === 0 || (hits[best] ?? 0) < 2 ? 'und' : (LANGUAGES[best] ?? 'und')
}

function countLanguages(words: Words): Int32Array {
  const hits = new Int32Array(LANGUAGES.length)
  const sample = Math.min(words.count, SAMPLE_WORDS)
  for (let at = 0; at < sample; at++) {
    if ((words.shape[at] ?? 0) & SHAPE.number) continue
    const languages = languagesOf(words.hash[at] ?? 0)
    for (let order = 0; languages >>> order > 0; order++) {
      if ((languages >>> order) & 1) hits[order] = (hits[order] ?? 0) + 1
    }
  }
  return hits
}

function scriptOf(words: Words): string {
  for (let at = 0; at < words.count; at++) {
    if (!((words.shape[at] ?? 0) & SHAPE.foreign)) continue
    for (let i = words.start[at] ?? 0; i < (words.end[at] ?? 0); i++) {
      const unit = words.text.charCodeAt(i)
      const script = SCRIPTS.find(([from, to]) => unit >= from && unit <= to)
      if (script) return script[2]
    }
  }
  return 'und'
}
