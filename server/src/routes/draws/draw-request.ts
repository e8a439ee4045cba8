// The body of POST /draws, and how errors in its numbers are reported.
import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  CLIENT_SEED_LENGTH_MAX,
  checkOutcome,
  DRAND_ROUND_MAX,
  DRAND_SIGNATURE,
  type DrawnSettings,
  deckLeft,
  isClientSeed,
  KINDS,
  DRAW_NUMBERS_MAX as NUMBERS_MAX,
  namesIn,
  OUTCOME_KINDS,
  outcomeSettingOf,
  stateAfter,
} from '@equipoise/engine'
import { z } from 'zod'
import { invalidField } from '../../ground/errors.ts'
import { inTurns, type Steps } from '../../ground/in-turns.ts'
import { jsonHashInTurns } from '../../ground/json-steps.ts'
import { type Contradiction, consistent, integer, named } from '../../http/http.ts'
import { seedInput } from '../engine/seed-input.ts'
import { listOf, SETTINGS_BYTES_MAX, shapesWith, sizesOf, type Wished } from './kinds-of-draws.ts'
import { nameProblems } from './loot-request.ts'

/** A response names what each number means: as much as the largest request. */
const NAMES_BYTES_MAX = 4_194_304
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
  keep: z
    .boolean()
    .optional()
    .describe('Keeps the draw, with its receipt, among the last 50 in the history of your account.'),
}
type Origin = z.output<z.ZodObject<typeof origin>>
export type DrawBody = Wished & Origin

export const drawBody = named(
  'DrawRequest',
  'What to draw. The fields depend on `kind`.',
  consistent(
    z.discriminatedUnion('kind', shapesWith(origin) as [ReturnType<typeof shapesWith>[number]], {
      error: `Input should be ${OUTCOME_KINDS.slice(0, -1)
        .map((kind) => `'${kind}'`)
        .join(', ')} or '${OUTCOME_KINDS.at(-1)}'`,
    }) as unknown as z.ZodType<DrawBody>,
    contradictions,
  ),
)

function contradictions(body: DrawBody): Contradiction[] {
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
  const names = drawn.kind === 'deck' ? [] : (namesIn(drawn) ?? [])
  return names.reduce((most, name) => Math.max(most, Buffer.byteLength(JSON.stringify(name)) + 1), 0)
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

const NUMBERS_A_TURN = 5_000

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
  if (outcome.length > NUMBERS_A_TURN) await nextTurn()
  const settings = sizesOf(body)
  if (settings.kind === 'dice') return { outcome, ...(await throwsOf(outcome, settings)) }
  const names = namesIn(settings) ?? ('entries' in body ? body.entries : undefined)
  const values = names ? await meanings(outcome, (at) => names[outcome[at] ?? -1] ?? '') : outcome
  if (settings.kind === 'loot') return { outcome, values, state: stateAfter(settings, drawn) }
  if (settings.kind !== 'deck') return { outcome, values }
  const copies = settings.cards.map((card) => card.copies)
  return { outcome, values, left: deckLeft(copies, drawn) }
}

async function throwsOf(faces: readonly number[], { dice: together, modifier }: { dice: number; modifier: number }) {
  const values = await meanings(faces, (at) => faces.slice(at, at + together), together)
  return { values, totals: values.map((one) => one.reduce((sum, face) => sum + face, modifier)) }
}
