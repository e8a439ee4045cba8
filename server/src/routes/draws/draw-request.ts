// The body of POST /draws, and how errors in its numbers are reported.
import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  CLIENT_SEED_LENGTH_MAX,
  checkOutcome,
  DICE_MAX,
  DRAND_ROUND_MAX,
  DRAND_SIGNATURE,
  type DrawnSettings,
  deckLeft,
  isClientSeed,
  isText,
  KINDS,
  NAME_LENGTH_MAX,
  DRAW_NUMBERS_MAX as NUMBERS_MAX,
  OPTIONS_MAX,
  OUTCOME_KINDS,
  outcomeSettingOf,
  ENTRIES_MAX as SIZE_MAX,
  stateAfter,
} from '@equipoise/engine'
import { z } from 'zod'
import { counted } from '../../ground/counted.ts'
import { invalidField } from '../../ground/errors.ts'
import { inTurns, type Steps } from '../../ground/in-turns.ts'
import { jsonHashInTurns } from '../../ground/json-steps.ts'
import { type Contradiction, consistent, integer, named } from '../../http/http.ts'
import { seedInput, unicodeText } from '../engine/seed-input.ts'
import { longList } from './long-list.ts'
import { lootShapes, nameProblems, pityOf } from './loot-request.ts'

export const ENTRIES_MAX = 100_000
/** Receipts contain the settings, and are stored, signed and read whole. */
export const SETTINGS_BYTES_MAX = 16_384
/** A response names what each number means: as much as the largest request. */
const NAMES_BYTES_MAX = 4_194_304
const DICE = /^([1-9]\d{0,3})?d([1-9]\d{0,9})(?:([+-])(\d{1,9}))?$/i
const CLIENT_SEED_WORDS = `Input should have 1 to ${CLIENT_SEED_LENGTH_MAX} characters, none of them control characters`

export const roundInput = named(
  'BeaconRound',
  'A round of a public beacon, which nobody can choose or know in advance.',
  z.object({
    beacon: z.literal('drand').describe("The League of Entropy's network quicknet: a round every 3 seconds."),
    round: integer().min(1).max(DRAND_ROUND_MAX).describe('The number of the round.'),
    signature: z
      .string()
      .regex(DRAND_SIGNATURE, 'Input should be 96 hexadecimal digits')
      .optional()
      .describe(
        'The signature of the round, if you have it. If you leave it out, the service fetches it (setting BEACONS).',
      ),
  }),
)

const count = integer().min(1).max(NUMBERS_MAX)
const entryName = unicodeText({ max: NAME_LENGTH_MAX })
const origin = {
  seed: seedInput
    .optional()
    .describe('Makes the draw repeatable. If you leave it out, a random seed is chosen and returned.'),
  commitment: z.uuid().optional().describe('The id of a commitment to draw from, instead of a seed.'),
  client_seed: z
    .string()
    .refine(isClientSeed, { error: CLIENT_SEED_WORDS })
    .optional()
    .describe(`With a commitment: a text that you or the players choose, 1 to ${CLIENT_SEED_LENGTH_MAX} characters.`),
  seed_from: roundInput.optional(),
  nonce: integer()
    .min(0)
    .optional()
    .describe('With a commitment: the number of the draw. Nonces are used in order: 0, 1, 2.'),
}
const entries = longList({ item: entryName, isFine: isName, max: ENTRIES_MAX })
const size = integer().min(1).max(SIZE_MAX)

function isName(given: unknown): boolean {
  return isText(given, [1, NAME_LENGTH_MAX])
}

function isOption(given: unknown): boolean {
  if (typeof given !== 'object' || given === null) return isName(given)
  const { name, weight = 1 } = given as { name?: unknown; weight?: unknown }
  return isName(name) && Number.isSafeInteger(weight) && Number(weight) >= 1
}

const integers = named(
  'DrawIntegers',
  'Draw integers in a range.',
  z.object({
    kind: z.literal('integers').describe('Integers in a range.'),
    min: integer().describe('The smallest value.'),
    max: integer().describe('The largest value. The range must have fewer than 2^53 values.'),
    count: count.default(1).describe(`How many to draw, 1 to ${counted(NUMBERS_MAX)}.`),
    ...origin,
  }),
)
const dice = named(
  'DrawDice',
  'Throw dice.',
  z.object({
    kind: z.literal('dice').describe('Dice.'),
    dice: z
      .string()
      .regex(DICE, 'Input should be dice such as 3d6 or 1d20+4')
      .describe(`The dice of one throw, such as \`3d6\` or \`1d20+4\`: at most ${counted(DICE_MAX)} dice.`),
    count: count.default(1).describe(`How many throws, 1 to ${counted(NUMBERS_MAX)}.`),
    ...origin,
  }),
)
const option = named(
  'DrawOption',
  'An option with its weight.',
  z.object({
    name: entryName.describe(`What the option is called, 1 to ${NAME_LENGTH_MAX} characters.`),
    weight: integer()
      .min(1)
      .default(1)
      .describe('A whole number. The odds are exactly weight / sum of all weights, so 1 and 99 are 1 % and 99 %.'),
  }),
)
const choice = named(
  'DrawChoice',
  'Choose among options, independently each time.',
  z.object({
    kind: z.literal('choice').describe('A weighted choice.'),
    options: longList({
      item: z.union([entryName, option], {
        error: 'Input should be a name, or a name with a weight that is a whole number from 1',
      }),
      isFine: isOption,
      max: OPTIONS_MAX,
    }).describe(`Names, or names with weights; at most ${counted(SETTINGS_BYTES_MAX)} bytes of settings in all.`),
    count: count.default(1).describe(`How many choices, 1 to ${counted(NUMBERS_MAX)}.`),
    ...origin,
  }),
)
const shuffle = named(
  'DrawShuffle',
  'Put entries in a random order.',
  z.object({
    kind: z.literal('shuffle').describe('A random order.'),
    entries: entries.optional().describe(`What to shuffle: 1 to ${counted(ENTRIES_MAX)} names.`),
    size: size
      .max(NUMBERS_MAX)
      .optional()
      .describe(`Instead of entries: how many there are, up to ${counted(NUMBERS_MAX)}.`),
    ...origin,
  }),
)
const sample = named(
  'DrawSample',
  'Choose some of the entries, each at most once.',
  z.object({
    kind: z.literal('sample').describe('A sample without replacement.'),
    entries: entries.optional().describe(`What to choose from: 1 to ${counted(ENTRIES_MAX)} names.`),
    size: size.optional().describe(`Instead of entries: how many there are, up to ${counted(SIZE_MAX)}.`),
    count: count.default(1).describe('How many to choose, at most as many as there are.'),
    ...origin,
  }),
)
const winners = named(
  'DrawWinners',
  'Draw winners from a list of names.',
  z.object({
    kind: z.literal('winners').describe('Winners from a list.'),
    entries: entries.describe(
      `1 to ${counted(ENTRIES_MAX)} different names. If somebody has several tickets, number them.`,
    ),
    count: count.default(1).describe('How many winners, at most as many as there are names.'),
    ...origin,
  }),
)

const { loot, deck } = lootShapes(origin)

const kinds = [integers, dice, choice, shuffle, sample, winners, loot, deck] as const
type Drawable = z.infer<(typeof kinds)[number]>

export const drawBody = named(
  'DrawRequest',
  'What to draw. The fields depend on `kind`.',
  consistent(
    z.discriminatedUnion('kind', kinds, {
      error: `Input should be ${OUTCOME_KINDS.slice(0, -1)
        .map((kind) => `'${kind}'`)
        .join(', ')} or '${OUTCOME_KINDS.at(-1)}'`,
    }),
    contradictions,
  ),
)
export type DrawBody = Drawable

function contradictions(body: Drawable): Contradiction[] {
  const found = originContradictions(body)
  if (body.kind === 'shuffle' || body.kind === 'sample') {
    if ((body.entries === undefined) === (body.size === undefined)) {
      return [...found, { path: ['entries'], message: 'Send either entries or size' }]
    }
  }
  if (body.kind === 'loot' || body.kind === 'deck') {
    const problems = nameProblems(body)
    if (problems.length > 0) return [...found, ...problems]
  }
  try {
    const drawn = sizesOf(body)
    const settings = outcomeSettingOf(drawn)
    checkOutcome(settings)
    if (Buffer.byteLength(JSON.stringify(drawn)) > SETTINGS_BYTES_MAX) {
      found.push({
        path: [listOf(body)],
        message: `The settings of a draw can have at most ${SETTINGS_BYTES_MAX} bytes`,
      })
    }
    const numbers = settings.kind === 'dice' ? settings.dice * settings.count : settings.count
    if (numbers > NUMBERS_MAX)
      found.push({ path: ['count'], message: `One draw can have at most ${NUMBERS_MAX} numbers` })
    const longest = longestName(drawn)
    if (longest * settings.count > NAMES_BYTES_MAX) {
      const most = Math.floor(NAMES_BYTES_MAX / longest)
      found.push({ path: ['count'], message: `With names of this length, one draw can have at most ${most} numbers` })
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    const message = `${error.message.charAt(0).toUpperCase()}${error.message.slice(1)}`
    found.push({ path: [blamedFor(body, error.message)], message })
  }
  return found
}

/** In bytes of a list in JSON; of drawn names, which can repeat. */
function longestName(drawn: DrawnSettings): number {
  const named = drawn.kind === 'choice' ? drawn.options : drawn.kind === 'loot' ? drawn.items : []
  return named.reduce((most, { name }) => Math.max(most, Buffer.byteLength(JSON.stringify(name)) + 1), 0)
}

/** The field that makes the settings long. */
function listOf({ kind }: Drawable): string {
  return kind === 'loot' ? 'items' : kind === 'deck' ? 'cards' : 'options'
}

/** The field that a rule of the engine is about. */
function blamedFor({ kind }: DrawBody, message: string): string {
  if (kind === 'loot' && /weights|number of items must/.test(message)) return 'items'
  return kind === 'loot' && /state/.test(message) ? 'state' : KINDS[kind].blamed
}

function originContradictions({ seed, seed_from, commitment, client_seed, nonce }: DrawBody): Contradiction[] {
  if (seed_from !== undefined) {
    const others = { seed, client_seed, nonce }
    const surplus = Object.entries(others).find(([, value]) => value !== undefined)
    return surplus ? [{ path: [surplus[0]], message: 'A draw from a round of a beacon takes none' }] : []
  }
  if (commitment === undefined) {
    if (client_seed === undefined && nonce === undefined) return []
    return [{ path: ['commitment'], message: 'client_seed and nonce need a commitment' }]
  }
  if (seed !== undefined) return [{ path: ['seed'], message: 'Send either a seed or a commitment' }]
  return [
    ...(client_seed === undefined ? [{ path: ['client_seed'], message: 'A draw from a commitment needs it' }] : []),
    ...(nonce === undefined ? [{ path: ['nonce'], message: 'A draw from a commitment needs it' }] : []),
  ]
}

/** Before the charge: winners are drawn from different names. In turns with other work, because there may be a hundred thousand. */
export async function rejectRepeated(body: DrawBody, { owner }: { owner: string }, place = ['body']): Promise<void> {
  const twice = body.kind === 'winners' ? await inTurns(owner, firstRepeated(body.entries)) : undefined
  if (twice === undefined) return
  const words = `"${twice}" is in the list twice. Number the entries of somebody with several tickets.`
  throw invalidField([...place, 'entries'], words)
}

const NAMES_A_STEP = 1_000

function* firstRepeated(names: readonly string[]): Steps<string | undefined> {
  const seen = new Set<string>()
  for (const name of names) {
    const before = seen.size
    seen.add(PLAIN.test(name) ? name : name.trim().normalize('NFC'))
    if (seen.size === before) return name
    if (seen.size % NAMES_A_STEP === 0) yield
  }
  return undefined
}

/** Matches names that trimming and normalising would not change, because those take most of the time for 100,000 names. */
const PLAIN = /^[!-~](?:[ -~]*[!-~])?$/

/** The settings of a draw, as in its receipt. */
export async function settingsOf(body: DrawBody, { owner }: { owner: string }): Promise<DrawnSettings> {
  const settings = sizesOf(body)
  if (!('entries' in body && body.entries && 'size' in settings)) return settings
  // The same as `entriesHash`.
  return { ...settings, entries: await jsonHashInTurns(body.entries, owner) }
}

/** The same without the hash of the entries, which is slow and does not affect the price. */
export function sizesOf(body: DrawBody): DrawnSettings {
  switch (body.kind) {
    case 'integers':
      return { kind: 'integers', min: body.min, max: body.max, count: body.count }
    case 'dice':
      return { kind: 'dice', ...diceOf(body.dice), count: body.count }
    case 'choice':
      return { kind: 'choice', options: body.options.map(optionOf), count: body.count }
    case 'loot': {
      const { items, player, count } = body
      const pity = pityOf(items, body.pity)
      return {
        kind: 'loot',
        items: items.map(({ name, weight }) => ({ name, weight })),
        pity,
        state: body.state ?? pity.map(() => 0),
        ...(player === undefined ? {} : { player }),
        count,
      }
    }
    case 'deck':
      return {
        kind: 'deck',
        cards: body.cards.map(({ name, copies }) => ({ name, copies })),
        count: body.count,
      }
    case 'shuffle': {
      const all = body.entries?.length ?? body.size ?? 0
      return { kind: 'shuffle', size: all, count: all }
    }
    default:
      return {
        kind: body.kind,
        size: body.entries?.length ?? ('size' in body ? body.size : undefined) ?? 0,
        count: body.count,
      } as DrawnSettings
  }
}

function optionOf(given: string | { name: string; weight?: number | undefined }) {
  return typeof given === 'string' ? { name: given, weight: 1 } : { name: given.name, weight: given.weight ?? 1 }
}

function diceOf(text: string) {
  const [, number = '1', sides = '', sign, added = '0'] = DICE.exec(text) ?? []
  if (Number(number) > DICE_MAX) throw new RangeError(`at most ${DICE_MAX} dice can be thrown at once`)
  return { dice: Number(number), sides: Number(sides), modifier: sign === '-' ? 0 - Number(added) : Number(added) }
}

const NUMBERS_A_TURN = 20_000

/** What each number, or each run of numbers, means; of many a part at a time, with other work in between. */
async function meanings<T>(outcome: readonly number[], meaningOf: (at: number) => T, run = 1): Promise<T[]> {
  const values: T[] = []
  for (let at = 0; at < outcome.length; at += run) {
    if (at % NUMBERS_A_TURN < run && outcome.length > NUMBERS_A_TURN) await nextTurn()
    values.push(meaningOf(at))
  }
  return values
}

/** The drawn numbers, and what they mean. */
export async function resultOf(body: DrawBody, drawn: Float64Array | Uint32Array) {
  const outcome = Array.from(drawn)
  const named = (names: readonly string[]) => meanings(outcome, (at) => names[outcome[at] ?? -1] ?? '')
  if (body.kind === 'dice') return { outcome, ...(await throwsOf(outcome, diceOf(body.dice))) }
  if (body.kind === 'choice') return { outcome, values: await named(body.options.map((one) => optionOf(one).name)) }
  if (body.kind === 'loot') {
    const pity = pityOf(body.items, body.pity)
    const state = stateAfter({ pity, state: body.state ?? pity.map(() => 0) }, drawn)
    return { outcome, values: await named(body.items.map(({ name }) => name)), state }
  }
  if (body.kind === 'deck') {
    const left = deckLeft(
      body.cards.map(({ copies }) => copies),
      drawn,
    )
    return { outcome, values: await named(body.cards.map(({ name }) => name)), left }
  }
  const names = 'entries' in body ? body.entries : undefined
  return { outcome, values: names ? await named(names) : outcome }
}

async function throwsOf(faces: readonly number[], { dice: together, modifier }: { dice: number; modifier: number }) {
  const values = await meanings(faces, (at) => faces.slice(at, at + together), together)
  return { values, totals: values.map((one) => one.reduce((sum, face) => sum + face, modifier)) }
}
