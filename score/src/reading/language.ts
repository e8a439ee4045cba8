import { byteAt, intAt, wordAt } from '../numbers.ts'
import { rememberEach } from '../remember.ts'
import { hashWord } from './hashing.ts'
import { findRow, indexHashes, type Lexis } from './lexis.ts'
import { SHAPE, type Words } from './words.ts'

// A guess at the language, from its script and its small words. It only has to tell English from everything else; the name
// of the other language is a courtesy.

export interface Language {
  // ISO 639-1, or `und` if nothing can be said.
  readonly code: string
  // Share of words that the English vocabulary knows.
  readonly known: number
  readonly knownWords: number
  // Words looked at, numbers left out. Of scripts that put no space between words, so many letters are one.
  readonly words: number
  // 1 for each sentence of several words in another language.
  readonly foreign: Uint8Array
}

const SMALL_WORDS: Readonly<Record<string, string>> = {
  en: 'the a of and to that for with was were are is this have has had not but from they his her he she it its we you i by or which who would will been their there what when can about than into some could them these also after our your in on at as an be if my all how do did so because no met die',
  de: 'der die das und ist nicht ein eine einen dem den des mit von zu auf für sich auch es wir ich sie werden wird wurde sind war hat haben bei nach aus oder wie über dass im zum zur nur noch sehr kein keine',
  fr: 'le la les des un une et est dans pour pas que qui sur avec ce cette sont il elle nous vous je ne plus par au aux du été était ont mais ou où leur leurs très fait être',
  es: 'el la los las de un una y es en por para con que no se su sus del al lo como más pero fue este esta son ha han muy también sin sobre entre cuando hay',
  it: 'il lo la gli le di un una e è in per con che non si del della dei delle al alla come più ma questo questa sono ha hanno anche nel nella molto suo sua stato',
  pt: 'o os a as de um uma e é em por para com que não se do da dos das no na ao como mais mas foi este esta são tem também muito seu sua ele ela isso',
  nl: 'de het een en is van in op voor met dat niet zijn aan te er ook als bij naar uit om maar door over hij zij wij ik dit deze werd wordt heeft hebben worden geen',
  pl: 'i w na z że się nie do jest to o jak po ale za od przez dla są być był była tym tego oraz który która które ich jego już tylko może',
  cs: 'a v na že se je to s z do o i jako pro by ale ve za po od jsou byl byla bylo které který která jeho jejich také může nebo již však',
  sv: 'och i att det som en på är av för med till den har de inte om ett han men var sig från vi så kan när år eller ska också hon skulle',
  da: 'og i at det jeg er en til af på for med den de har som ikke et han var men om vi fra der kan så når sig eller skal også hun blev være',
  no: 'og i det jeg å er en på til som for av med at den har de ikke et han var men om vi fra kan så når seg eller skal også hun ble være',
  ro: 'și de la în a cu pe un o nu este că din pentru mai sunt care să se fi ce au fost prin sau dar acest această după ca',
  fi: 'ja on ei se että oli hän ovat olla kun mutta myös joka jotka niin tai sen kuin mukaan ole jos nyt vain minä sekä vuonna eivät hänen tämä uuden eilen',
  hu: 'a az és hogy nem egy is van volt de ez azt meg csak már mint vagy el ki még lesz lehet nagyon',
  id: 'yang dan di dengan untuk pada ini itu dari tidak akan dalam adalah ke juga oleh sudah telah bisa karena mereka kami saya',
  vi: 'và của là có không được cho trong một người những các đã với này để khi ở từ như về',
  hr: 'je i na se u da su za od kao ili koji koja koje nije bio bila bilo će samo ali što iz nakon prema',
  ca: 'el la els les i de que per amb és una un no als del aquesta aquest també més però són ha han molt',
  af: 'die en van is het nie in op vir met dat wat hy sy ons hulle ook was aan om te deur',
  tr: 've bir bu da de için ile olarak çok daha olan gibi kadar ama değil var en o ki ne sonra her yeni dün ise göre',
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
const smallSlots = indexHashes(smallHashes)
// One bit a language, English first.
const smallWordLanguages = Int32Array.from(languagesByWord.values())

const SCRIPTS: readonly (readonly [from: number, to: number, code: string])[] = [
  [0x370, 0x3ff, 'el'],
  [0x400, 0x52f, 'ru'],
  [0x530, 0x58f, 'hy'],
  [0x590, 0x5ff, 'he'],
  [0x600, 0x6ff, 'ar'],
  [0x900, 0x97f, 'hi'],
  [0x980, 0x9ff, 'bn'],
  [0xa00, 0xa7f, 'pa'],
  [0xa80, 0xaff, 'gu'],
  [0xb80, 0xbff, 'ta'],
  [0xc00, 0xc7f, 'te'],
  [0xc80, 0xcff, 'kn'],
  [0xd00, 0xd7f, 'ml'],
  [0xe00, 0xe7f, 'th'],
  [0x1000, 0x109f, 'my'],
  [0x10a0, 0x10ff, 'ka'],
  [0x1200, 0x137f, 'am'],
  [0x1780, 0x17ff, 'km'],
  [0x3040, 0x30ff, 'ja'],
  [0x4e00, 0x9fff, 'zh'],
  [0xac00, 0xd7af, 'ko'],
]

// Letters that only one language of a script has.
const LETTERS: Readonly<Record<string, readonly (readonly [letters: RegExp, code: string, without?: RegExp])[]>> = {
  zh: [[/[\u3040-\u30ff]/, 'ja']],
  ru: [
    [/[іїєґ]/i, 'uk'],
    [/ъ/i, 'bg', /[ыэё]/i],
  ],
  ar: [
    [/[ٹڈڑے]/, 'ur'],
    [/[پچژگ]/, 'fa'],
  ],
}

// Small words that names are made of: "Charles de Gaulle" is not French.
const PARTICLES = new Set(
  'de la van von der den del della da di do dos du le les el al y e en'.split(' ').map(hashWord),
)

// A sentence of so many words tells its language.
const SENTENCE_WORDS_MIN = 5
// English knows at most this share of the words of a sentence in another language.
const FOREIGN_KNOWN_MAX = 0.6
const SCRIPT_SAMPLE_UNITS = 2000
const UNSPACED_WORD_UNITS = 4
// So much of a text in another language, and the text is not English.
const MIXED_SHARE = 0.2
const KNOWN_SHARE_MIN = 0.5
const KNOWN_SHARE_SURE = 0.85

export function guessLanguage(lexis: Lexis, words: Words): Language {
  const seen = countSample(lexis, words)
  const known = seen.plain === 0 ? 0 : seen.known / seen.plain
  const foreign = Uint8Array.from(words.sentences, (sentence) => Number(seen.isSuspect && isForeign(words, sentence)))
  return { code: nameLanguage(words, seen, foreign), known, knownWords: seen.known, words: seen.plain, foreign }
}

interface Sample {
  readonly plain: number
  readonly known: number
  readonly foreign: number
  // Small words of English, of any other language, and of others alone.
  readonly english: number
  readonly other: number
  readonly strange: number
  // Whether a sentence of it could be in another language at all.
  readonly isSuspect: boolean
}

function countSample(lexis: Lexis, words: Words): Sample {
  const byRow = languagesByRow(lexis)
  const { shape: shapes, row: rows, hash: hashes } = words
  let plain = 0
  let known = 0
  let foreign = 0
  let english = 0
  let other = 0
  let strange = 0
  for (let at = 0; at < words.count; at++) {
    const shape = byteAt(shapes, at)
    if (shape & SHAPE.number) continue
    if (shape & SHAPE.foreign) foreign += sizeOf(words, at)
    else plain++
    const row = rows[at] ?? -1
    known += Number(row >= 0)
    const languages = row < 0 ? languagesOf(intAt(hashes, at)) : wordAt(byRow, row)
    english += languages & 1
    other += Number(languages > 1)
    strange += Number(languages > 1) & ~languages
  }
  const isSuspect = foreign > 0 || strange > 1 || plain - known >= SENTENCE_WORDS_MIN / 2
  return { plain: plain + foreign, known, foreign, english, other, strange, isSuspect }
}

function sizeOf({ start, end }: Words, at: number): number {
  return Math.max(1, Math.round((intAt(end, at) - intAt(start, at)) / UNSPACED_WORD_UNITS))
}

// What `languagesOf` says about each word of a vocabulary, looked up once.
const languagesByRow = rememberEach((lexis: Lexis) => Uint32Array.from(lexis.hashes, languagesOf))

function languagesOf(hash: number): number {
  const row = findRow(smallSlots, smallHashes, hash)
  return row < 0 ? 0 : intAt(smallWordLanguages, row)
}

function nameLanguage(words: Words, seen: Sample, foreign: Uint8Array): string {
  if (seen.plain === 0) return 'und'
  if (seen.foreign * 2 > seen.plain) return scriptOf(words)
  const code = nameLatin(words, seen)
  return code === 'en' && isMixed(words, foreign) ? 'und' : code
}

function nameLatin(words: Words, seen: Sample): string {
  const share = seen.known / seen.plain
  // No language can have more than all others together: nearly every English text is named without counting each.
  if (share >= KNOWN_SHARE_SURE && seen.english * 2 >= seen.other) return 'en'
  const hits = countLanguages(words, 0, words.count)
  const best = bestOf(hits)
  const most = intAt(hits, best)
  // Small words such as "a" belong to many languages: if the English vocabulary knows nearly all words, it is English.
  const isKnown = share >= (best === 0 ? KNOWN_SHARE_MIN : KNOWN_SHARE_SURE)
  if (isKnown && (best === 0 || most < 2 || seen.english * 2 >= most)) return 'en'
  return best === 0 || most < 2 ? 'und' : (LANGUAGES[best] ?? 'und')
}

// Whether sentences in another language make up a part that counts.
function isMixed(words: Words, foreign: Uint8Array): boolean {
  let count = 0
  for (const [at, { from, to }] of words.sentences.entries()) count += foreign[at] ? to - from : 0
  return count > MIXED_SHARE * words.count
}

// A sentence in another script, or with the small words of another language and few that English knows.
function isForeign(words: Words, { from, to }: { from: number; to: number }): boolean {
  let plain = 0
  let known = 0
  let script = 0
  for (let at = from; at < to; at++) {
    const shape = byteAt(words.shape, at)
    if (shape & SHAPE.number) continue
    if (shape & SHAPE.foreign) script += sizeOf(words, at)
    else plain++
    known += Number((words.row[at] ?? -1) >= 0)
  }
  if (plain + script < SENTENCE_WORDS_MIN) return false
  if (script * 2 > plain) return true
  // Nearly every sentence is answered here.
  if (known > FOREIGN_KNOWN_MAX * plain) return false
  const hits = countLanguages(words, from, to)
  const most = intAt(hits, bestOf(hits))
  return most > 1 && most > 2 * intAt(hits, 0)
}

// English if no other has more.
function bestOf(hits: Int32Array): number {
  let best = 0
  for (let order = 1; order < hits.length; order++) if (intAt(hits, order) > intAt(hits, best)) best = order
  return best
}

function countLanguages(words: Words, from: number, to: number): Int32Array {
  const hits = new Int32Array(LANGUAGES.length)
  for (let at = from; at < to; at++) {
    if (byteAt(words.shape, at) & SHAPE.number || isInName(words, at)) continue
    const languages = languagesOf(intAt(words.hash, at))
    for (let order = 0; languages >>> order > 0; order++) {
      if ((languages >>> order) & 1) hits[order] = intAt(hits, order) + 1
    }
  }
  return hits
}

function isInName(words: Words, at: number): boolean {
  const shape = byteAt(words.shape, at)
  if ((shape & (SHAPE.capital | SHAPE.opening)) === SHAPE.capital) return true
  return PARTICLES.has(intAt(words.hash, at)) && isOfName(words, at - 1) && isOfName(words, at + 1)
}

function isOfName({ hash, shape, count }: Words, at: number): boolean {
  return at < count && ((byteAt(shape, at) & SHAPE.capital) !== 0 || PARTICLES.has(intAt(hash, at)))
}

function scriptOf(words: Words): string {
  const text = words.text.slice(0, SCRIPT_SAMPLE_UNITS)
  for (const unit of unitsOfForeign(words)) {
    const code = SCRIPTS.find(([from, to]) => unit >= from && unit <= to)?.[2]
    if (code)
      return LETTERS[code]?.find(([letters, , without]) => letters.test(text) && !without?.test(text))?.[1] ?? code
  }
  return 'und'
}

function* unitsOfForeign({ text, start, end, shape, count }: Words): Iterable<number> {
  for (let at = 0; at < count; at++) {
    if (!(byteAt(shape, at) & SHAPE.foreign)) continue
    for (let i = intAt(start, at); i < intAt(end, at); i++) yield text.charCodeAt(i)
  }
}
