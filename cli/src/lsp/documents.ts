import { dirname } from 'node:path'
import type { Analysis } from '@equipoise/score'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { applyTerms, type Checked } from '../judging/judging.ts'
import { resolveOptions } from '../reading/options.ts'
import { readProse } from '../reading/reading.ts'
import { type Config, configOf, readConfig, type Tier } from '../reading/settings.ts'
import { pathOf, readAs } from './kinds.ts'
import { type ScoreInTurns, scoreInTurns } from './scoring.ts'

// Checks a document of the editor like `check`, with the same reader, word lists and minimum.

export interface EditorSettings {
  /** Overrides the configuration file. */
  readonly tier?: Tier | undefined
  readonly min?: number | undefined
  readonly comments?: boolean | undefined
  /** Whether the editor wants a notification with each document's score. */
  readonly status?: boolean | undefined
}

export interface ScoredDocument {
  /** The scored version; the editor's own may have changed since. */
  readonly document: TextDocument
  /** The file name that decides how it is read. */
  readonly name: string
  readonly analysis: Analysis
  readonly checked: Checked
  readonly isManual: boolean
  readonly failOnFlagged: boolean
}

export interface Unchecked {
  readonly why: string
  /** Whether to show this to the user. */
  readonly isTold?: boolean
}

/** Longer documents were not written by hand. */
const CHARACTERS_MAX = 1_000_000

interface Checking {
  readonly settings: EditorSettings
  /** The workspace folder; documents that were never saved belong to it. */
  readonly root: string
  readonly isStale: () => boolean
  /** Reports a mistake in the configuration file. */
  tell(message: string): void
}

const scorers = new Map<Tier, ScoreInTurns>()

/** Undefined if the text has changed meanwhile. */
export async function checkDocument(
  live: TextDocument,
  { settings, root, isStale, tell }: Checking,
): Promise<ScoredDocument | Unchecked | undefined> {
  const name = readAs(live.uri, live.languageId, settings.comments === true)
  if (name === undefined) return { why: 'not a text' }
  const text = live.getText()
  const path = pathOf(live.uri)
  if (text.length > CHARACTERS_MAX) return { why: TOO_LONG, isTold: true }
  const document = TextDocument.create(live.uri, live.languageId, live.version, text)
  const config = await configFor(path === undefined ? root : dirname(path), tell)
  const values = { tier: settings.tier, min: settings.min?.toString() }
  const options = resolveOptions(values, config, root)
  if (path !== undefined && options.isExcluded(path)) return { why: 'excluded in equipoise.config.json' }
  const { text: prose, ignore, isIgnored, isManual } = readProse(name, text)
  if (isIgnored) return { why: 'the file says equipoise-ignore-file' }
  const score = scorers.get(options.tier) ?? scoreInTurns(options.tier)
  scorers.set(options.tier, score)
  const analysis = await score(prose, { ignore: [...options.ignore, ...ignore], flag: config.flag }, isStale)
  if (!analysis) return undefined
  const { failOnFlagged } = config
  const terms = { min: options.minFor(path ?? name), before: undefined, failOnFlagged, isManual }
  return { document, name, analysis, checked: applyTerms(name, text, analysis, terms), isManual, failOnFlagged }
}

const TOO_LONG = `longer than ${CHARACTERS_MAX.toLocaleString('en')} characters, so it is not checked while you write; equipoise check reads files up to 10 MB`

/** Read each time, so that a change takes effect with the next key. An invalid file counts as missing. */
async function configFor(folder: string, tell: Checking['tell']): Promise<Config> {
  return readConfig(folder, undefined).catch((error: Error) => {
    tell(error.message)
    return configOf({}, folder)
  })
}
