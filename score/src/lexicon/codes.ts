// Coded hate and slurs: phrases and numbers that stand for hatred of a group and have hardly another use. The list was written from general
// knowledge; no database was consulted, so most of it has no source to cite, and it is surely
// incomplete. Described in public are 1488, 14/88, the two slogans of fourteen words and the precepts (Wikipedia, "Fourteen Words"), and the bowl
// cut, "another shoah" and "it's okay to be white" (ADL, Hate on Display, additions of 2019). Names of organisations and books, which news
// and history report, are left out, and so are words with another use (a kitchen herb, a gearbox). Numbers with everyday uses (14, 18, 28, 88)
// stand only in combinations. Words are split on white space; `_` stands for the space inside a phrase.

const CODES = `
  day_of_the_rope days_of_the_rope 14/88 14-88 1488ers 14w88 88/14 13/52 13/50 13/90 13/56 expelled_from_109 109/110
  6mwe 6mwne six_million_wasn't_enough 6_million_wasn't_enough six_gorillion 6_gorillion holohoax hollowhoax
  holocough shoahed anudda_shoah another_shoah muh_holocaust muh_shoah it_never_happened_but_it_should
  have_you_tried_gas gas_the_jews gas_the_kikes gtkrwn race_war_now rahowa rahowah racial_holy_war zog_bots zogbot
  jew_world_order globohomo globo_homo goyim_know the_goyim_know shut_it_down_the_goyim goyslop goycattle oven_dodger
  oven_dodgers hooknose hook_nosed_merchant
  kalergi_plan great_replacement_is_real you_will_not_replace_us jews_will_not_replace_us
  blood_and_soil blut_und_boden blut_und_ehre sieg_heil seig_heil heil_hitler hitler_was_right
  hitler_did_nothing_wrong adolf_was_right uncle_adolf uncle_a_was_right meine_ehre_heisst_treue deutschland_erwache
  juden_raus ausländer_raus auslander_raus ein_volk_ein_reich white_pride_world_wide wpww right_wing_death_squad
  right_wing_death_squads rwds rope_day total_foreigner_death total_migrant_death despite_making_up_13 despite_being_13
  the_white_race_will_not_be_replaced free_helicopter_rides free_helicopter_ride physical_removal_so_to_speak remove_kebab
  kebab_removal kebab_remover kebabs_removed rapefugee rapefugees sandnigger sandniggers dindu dindus dindu_nuffin
  dindu_nuffins didn't_do_nuffin we_wuz_kangs we_wuz_kings_n_shiet kangz wuz_kangz total_nigger_death
  total_kike_death total_jew_death total_tranny_death total_muslim_death heil_honkler name_the_jew naming_the_jew
  counter_semite countersemite mudshark mudsharks mud_people mud_races race_traitor race_traitors mongrelization
  mongrelisation mongrelize_the untermensch untermenschen subhuman_races white_sharia white_shariah saint_tarrant
  saint_breivik st_tarrant saint_roof saint_bowers saints_of_terrorgram bowl_patrol bowlcut_patrol siege_pill
  siegepilled james_mason_was_right hfh_ffh pure_aryan ethnostate_now white_ethnostate
  secure_the_existence_of_our_people a_future_for_white_children because_the_beauty_of_the_white_aryan_woman
  non_silba_sed_anthar its_okay_to_be_white it's_okay_to_be_white it_is_okay_to_be_white fourteen_words iotbw diversity_is_white_genocide
  diversity_equals_white_genocide anti_racist_is_code_for_anti_white hang_them_from_lampposts ywnbaw
  you_will_never_be_a_woman troon troons trooned trooning beta_uprising foid foids femoid femoids roastie roasties
  eliot_rodger_was_right austrian_painter_was_right day_of_the_pillow groyper groypers helicopter_rides_for 109_countries 13_do_50 13_does_50 saint_elliot zog_machine zogged zogs 14/88er 88_precepts 88ers kebabs_must_go deport_kebab
  dune_coon dune_coons camel_jockey camel_jockeys towelhead towelheads raghead ragheads goatfucker goatfuckers
  sand_monkey sand_monkeys wetbacks beaners gooks zipperhead zipperheads ching_chong jungle_bunny jungle_bunnies
  porch_monkey porch_monkeys moon_cricket moon_crickets coon_town chimpout chimp_out chimpouts kikes kike heeb heebs
  shylocks niggers nigger trannies shemales pajeet pajeets poojeet poojeets street_shitter
  street_shitters pakis gyppos pikeys gas_the_muslims gas_the_gays sandniglet niglet niglets nigra nigras spics
  kaffirs abbos boongs jigaboo jigaboos pickaninny pickaninnies darkies darkie injuns jewing jew_down jewed_down jewed muzzies muzzie muzrat muzrats christ_killers christ-killer
  christ-killers gas_the_bikes skypes_and_googles stop_white_genocide white_genocide_is_real
`

const phrases = CODES.trim()
  .split(/\s+/)
  .map((code) => code.replaceAll('_', ' '))
export const codes: ReadonlySet<string> = new Set(phrases)
const escaped = phrases.map((code) => code.replace(/[()/]/g, '\\$&').replaceAll("'", "['’]"))
// The longest first: "1488ers" is not "1488".
escaped.sort((a, b) => b.length - a.length)
// The year 1488 is none.
const YEAR =
  '(?<!\\b(?:in|since|from|until|till|by|of|to|and|about|around|before|after|year|circa|september|october|november|december|january|february|march|april|may|june|july|august) )'
const EXPRESSION = `(?<![\\p{L}\\p{N}])(?:${YEAR}1488|\\({3}[\\p{L}' -]{2,30}\\){3}|${escaped.join('|')})(?![\\p{L}\\p{N}])`
const PATTERN = new RegExp(EXPRESSION, 'iuy')

const ASCII = 0x80
const OPEN = 0x28
/** The long s and the sign for kelvin stand for "s" and "k" where capitals do not matter. */
const [LONG_S, KELVIN] = [0x17f, 0x212a]
const START_UNITS = 4
const lower = Uint8Array.from({ length: ASCII }, (_, unit) => String.fromCharCode(unit).toLowerCase().charCodeAt(0))
const isInner = Uint8Array.from({ length: ASCII }, (_, unit) => Number(/[a-z0-9]/i.test(String.fromCharCode(unit))))
const starts = new Set(phrases.map((code) => startAt(code, 0)))
/** 1 for the first two units of each code: nearly all words are answered here. */
const pairs = new Uint8Array(ASCII * ASCII)
for (const code of phrases) pairs[code.charCodeAt(0) * ASCII + code.charCodeAt(1)] = 1

/** The first units as one number; undefined if one of them is not in ASCII, which could stand for a letter that is. */
function startAt(text: string, at: number): number | undefined {
  let start = 0
  for (let place = at; place < at + START_UNITS; place++) {
    const unit = text.charCodeAt(place)
    if (unit >= ASCII) return undefined
    start = start * ASCII + (lower[unit] ?? 0)
  }
  return start
}

function canStart(text: string, at: number, first: number): boolean {
  if (first === OPEN) return text.startsWith('(((', at)
  const second = text.charCodeAt(at + 1)
  if (second < ASCII && pairs[(lower[first] as number) * ASCII + (lower[second] as number)] !== 1) return false
  const start = startAt(text, at)
  return start === undefined || starts.has(start)
}

/** Where a text uses a code. The expression, which is slow, is tried only at words that begin as a code does. */
export function findCodes(text: string): number[] {
  const found: number[] = []
  let isInWord = false
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    const isTried = unit < ASCII ? !isInWord && canStart(text, at, unit) : unit === LONG_S || unit === KELVIN
    isInWord = unit < ASCII && isInner[unit] === 1
    if (!isTried) continue
    PATTERN.lastIndex = at
    const [code] = PATTERN.exec(text) ?? []
    if (code === undefined) continue
    found.push(at)
    at += code.length - 1
    isInWord = isInner[text.charCodeAt(at)] === 1
  }
  return found
}
