import { access } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { FlaggedWord } from '@equipoise/score'
import { readBoundedFile } from '../bounded-file.ts'
import { BYTES_MAX, sharedText } from './sharing.ts'

// `equipoise.config.json`: a team's settings for its texts. Errors name the key.

export interface Config {
  /** The folder of the file: its paths are relative to it. */
  readonly folder: string
  readonly files: readonly string[]
  readonly exclude: readonly string[]
  readonly min: number | undefined
  /** Folder or pattern → its own minimum; the last match counts. */
  readonly folders: Readonly<Record<string, number>>
  readonly ignore: readonly string[]
  readonly flag: readonly FlaggedWord[]
  readonly tier: Tier | undefined
  readonly failOnFlagged: boolean
}

/** A word that is accepted, and why: for people who read the file. */
export type Ignored = string | { readonly word: string; readonly reason?: string }

export type Tier = 'default' | 'fast'

export const CONFIG_NAME = 'equipoise.config.json'

const KEYS: Readonly<Record<string, (value: unknown) => boolean>> = {
  $schema: isText,
  extends: isText,
  files: (value) => isListOf(value, isText),
  exclude: (value) => isListOf(value, isText),
  min: isScore,
  folders: (value) => isObject(value) && Object.values(value).every(isScore),
  ignore: (value) => isListOf(value, isIgnored),
  flag: (value) => isListOf(value, isFlagged),
  tier: isTier,
  failOnFlagged: (value) => typeof value === 'boolean',
}

const MEANING: Readonly<Record<string, string>> = {
  $schema: 'a text',
  extends: 'a path, a file in a package, or an address with #sha256=',
  files: 'a list of patterns',
  exclude: 'a list of patterns',
  min: 'a number from 0 to 1',
  folders: 'an object: a folder or pattern, and its number from 0 to 1',
  ignore: 'a list of words, or of { "word": …, "reason": … }',
  flag: 'a list of { "word": …, "suggestion": … }',
  tier: '"fast" or "default"',
  failOnFlagged: 'true or false',
}

/** The named file, or the nearest one upwards from the folder; without one, nothing is set. */
export async function readConfig(cwd: string, named: string | undefined): Promise<Config> {
  const path = named === undefined ? await findConfig(cwd) : resolve(cwd, named)
  if (path === undefined) return configOf({}, cwd)
  const bytes = await readBoundedFile(path, BYTES_MAX).catch(() => {
    throw new Error(`${named ?? path} cannot be read`)
  })
  return configOf(await extended(checked(parse(bytes.toString('utf8'), path), path), path), dirname(path))
}

/** What repositories share: no paths, and nothing that leads further. */
const SHARED = ['$schema', 'ignore', 'flag', 'min', 'tier', 'failOnFlagged']

/** The words of both files count; of everything else, what the repository says. */
async function extended(own: Record<string, unknown>, path: string): Promise<Record<string, unknown>> {
  if (own.extends === undefined) return own
  const { extends: source, ...rest } = own
  const name = `${path}: "extends"`
  const shared = checked(parse(await sharedText(String(source), path), name), name)
  const local = Object.keys(shared).find((key) => !SHARED.includes(key))
  if (local) throw new Error(`${name}: "${local}" belongs to one repository (shared are ${SHARED.slice(1).join(', ')})`)
  const both = (key: string) => [shared[key], rest[key]].filter(Array.isArray).flat()
  return { ...shared, ...rest, ignore: both('ignore'), flag: both('flag') }
}

export async function findConfig(cwd: string): Promise<string | undefined> {
  for (let folder = cwd; ; folder = dirname(folder)) {
    const path = join(folder, CONFIG_NAME)
    const isThere = await access(path).then(
      () => true,
      () => false,
    )
    if (isThere) return path
    if (dirname(folder) === folder) return undefined
  }
}

function parse(text: string, path: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch (error) {
    throw new Error(`${path} is not JSON: ${(error as Error).message}`)
  }
}

function checked(given: unknown, path: string): Record<string, unknown> {
  if (!isObject(given)) throw new Error(`${path} must contain an object`)
  for (const [key, value] of Object.entries(given)) {
    const isRight = Object.hasOwn(KEYS, key) ? KEYS[key] : undefined
    if (!isRight)
      throw new Error(`${path}: unknown key "${key}" (known keys: ${Object.keys(KEYS).slice(1).join(', ')})`)
    if (!isRight(value)) throw new Error(`${path}: "${key}" must be ${MEANING[key]}`)
  }
  return given
}

export function configOf(given: Record<string, unknown>, folder: string): Config {
  const nothing = { files: [], exclude: [], min: undefined, folders: {}, ignore: [], flag: [], tier: undefined }
  const ignore = ((given.ignore ?? []) as Ignored[]).map((one) => (typeof one === 'string' ? one : one.word))
  return { ...nothing, failOnFlagged: false, ...given, ignore, folder } as Config
}

export function isTier(value: unknown): value is Tier {
  return value === 'default' || value === 'fast'
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isText(value: unknown): boolean {
  return typeof value === 'string'
}

function isScore(value: unknown): boolean {
  return typeof value === 'number' && value >= 0 && value <= 1
}

function isListOf(value: unknown, isOne: (one: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isOne)
}

function isIgnored(value: unknown): boolean {
  if (isText(value)) return true
  if (!isObject(value) || !isText(value.word)) return false
  const { word: _, reason, ...others } = value
  return (reason === undefined || isText(reason)) && Object.keys(others).length === 0
}

function isFlagged(value: unknown): boolean {
  if (!isObject(value) || !isText(value.word)) return false
  const { word: _, suggestion, ...others } = value
  return (suggestion === undefined || isText(suggestion)) && Object.keys(others).length === 0
}
