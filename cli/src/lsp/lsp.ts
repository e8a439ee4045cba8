// `equipoise lsp`: a language server over standard input and output. It scores on this machine; a sentence is sent to the service only if
// the user chooses to have it rephrased.
import { dirname } from 'node:path'
import type { Equipoise } from '@equipoise/sdk'
import {
  type CancellationToken,
  type Connection,
  DidChangeConfigurationNotification,
  DidChangeWatchedFilesNotification,
  type InitializeParams,
  type InitializeResult,
  LSPErrorCodes,
  MessageType,
  ResponseError,
  ShowMessageNotification,
  TextDocumentSyncKind,
  TextDocuments,
} from 'vscode-languageserver'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { verdictOf } from '../printing/report.ts'
import { CONFIG_NAME } from '../reading/settings.ts'
import { actionsFor, COMMANDS, editOf, FIX_ALL } from './actions.ts'
import { diagnosticsOf, hoverAt, rangeOf } from './diagnostics.ts'
import { checkDocument, type EditorSettings, type ScoredDocument, type Unchecked } from './documents.ts'
import { ignoreInProject } from './ignoring.ts'
import { pathOf } from './kinds.ts'
import { readSettings } from './settings.ts'
import { openTurns, type Turns } from './turns.ts'

export interface ServerGiven {
  readonly version: string
  readonly cwd: string
  /** The service that rephrases; undefined if nobody has signed in. */
  readonly service: { readonly host: string; readonly client: Equipoise } | undefined
}

/** Sent to editors that set `status`. */
const STATUS = 'equipoise/status'

interface Session {
  readonly connection: Connection
  readonly given: ServerGiven
  readonly documents: TextDocuments<TextDocument>
  readonly scored: Map<string, ScoredDocument>
  readonly turns: Turns
  /** Shows each message only once. */
  tell(message: string): void
  settings: EditorSettings
  root: string
  client: InitializeParams['capabilities']
}

/** Serves until the editor closes the connection. */
export function serveEditor(connection: Connection, given: ServerGiven): void {
  const told = new Set<string>()
  const session: Session = {
    connection,
    given,
    documents: new TextDocuments(TextDocument),
    scored: new Map(),
    turns: openTurns((uri, isStale) => show(session, uri, isStale)),
    settings: {},
    root: given.cwd,
    client: {},
    tell(message) {
      if (told.size === told.add(message).size) return
      say(session, MessageType.Warning, message)
    },
  }
  connection.onInitialize((params) => initialize(session, params))
  connection.onInitialized(() => initialized(session))
  followDocuments(session)
  connection.onDidChangeConfiguration(({ settings }) => reconfigure(session, settings?.equipoise))
  connection.onDidChangeWatchedFiles(() => showAll(session))
  answerRequests(session)
  session.documents.listen(connection)
  connection.listen()
}

/** Sent as a notification, because not every editor responds to the library's request. */
function say({ connection }: Session, type: MessageType, message: string): void {
  void connection.sendNotification(ShowMessageNotification.type, { type, message: `Equipoise: ${message}` })
}

function initialize(session: Session, params: InitializeParams): InitializeResult {
  const [folder] = params.workspaceFolders ?? []
  session.root = pathOf(folder?.uri ?? params.rootUri ?? '') ?? params.rootPath ?? session.given.cwd
  session.client = params.capabilities
  session.settings = readSettings(params.initializationOptions, session.tell)
  return {
    serverInfo: { name: 'equipoise', version: session.given.version },
    capabilities: {
      positionEncoding: 'utf-16',
      textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
      hoverProvider: true,
      codeActionProvider: { codeActionKinds: ['quickfix', FIX_ALL] },
      executeCommandProvider: { commands: Object.values(COMMANDS) },
    },
  }
}

/** Optional, because some editors never send it. */
async function initialized(session: Session): Promise<void> {
  const { connection, client } = session
  if (client.workspace?.didChangeWatchedFiles?.dynamicRegistration) {
    const watchers = [{ globPattern: `**/${CONFIG_NAME}` }]
    void connection.client.register(DidChangeWatchedFilesNotification.type, { watchers }).catch(() => undefined)
  }
  if (client.workspace?.didChangeConfiguration?.dynamicRegistration)
    void connection.client
      .register(DidChangeConfigurationNotification.type, { section: 'equipoise' })
      .catch(() => undefined)
  if (client.workspace?.configuration) await reconfigure(session, undefined)
}

async function reconfigure(session: Session, given: unknown): Promise<void> {
  const { connection, client, tell } = session
  const asks = given === undefined && client.workspace?.configuration
  const settings = asks ? await connection.workspace.getConfiguration('equipoise').catch(() => undefined) : given
  session.settings = { ...session.settings, ...readSettings(settings, tell) }
  showAll(session)
}

function followDocuments(session: Session): void {
  const { documents, turns, scored, connection } = session
  documents.onDidChangeContent(({ document }) => turns.changed(document.uri))
  // The saved file may be the configuration. Texts that have not changed are cached.
  documents.onDidSave(() => showAll(session))
  documents.onDidClose(({ document: { uri } }) => {
    scored.delete(uri)
    void connection.sendDiagnostics({ uri, diagnostics: [] })
  })
}

function showAll({ documents, turns }: Session): void {
  for (const uri of documents.keys()) turns.changed(uri)
}

/** Scores a document and shows the result. Errors are reported, and the server continues. */
async function show(session: Session, uri: string, isStale: () => boolean): Promise<void> {
  const { connection, documents, scored, settings, root, tell } = session
  const live = documents.get(uri)
  if (!live) return
  // Read now, because the document object changes in place.
  const { version } = live
  try {
    const result = await checkDocument(live, { settings, root, isStale, tell })
    if (result === undefined || isStale() || documents.get(uri) !== live) return
    if ('why' in result) {
      scored.delete(uri)
      if (result.isTold) tell(`${pathOf(uri) ?? uri} is ${result.why}`)
    } else scored.set(uri, result)
    const diagnostics = 'why' in result ? [] : diagnosticsOf(result)
    await connection.sendDiagnostics({ uri, version, diagnostics })
    if (settings.status) await connection.sendNotification(STATUS, statusOf(uri, result))
  } catch (error) {
    tell(`${pathOf(uri) ?? uri} could not be checked: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function statusOf(uri: string, result: ScoredDocument | Unchecked) {
  if ('why' in result) return { uri, score: null, passed: null, text: `not checked: ${result.why}` }
  const { score = null, passed } = result.checked
  return { uri, score, passed, text: verdictOf(result.checked) }
}

function answerRequests(session: Session): void {
  const { connection, given } = session
  connection.onHover(async ({ textDocument: { uri }, position }, token) => {
    const scored = await newest(session, uri, token)
    return scored ? hoverAt(scored, scored.document.offsetAt(position)) : undefined
  })
  connection.onCodeAction(async ({ textDocument: { uri }, range, context }, token) => {
    const scored = await newest(session, uri, token)
    if (!scored) return []
    const [start, end] = [scored.document.offsetAt(range.start), scored.document.offsetAt(range.end)]
    return actionsFor(scored, { start, end, only: context.only, service: given.service?.host })
  })
  connection.onExecuteCommand(async ({ command, arguments: words }) => {
    const args = words ?? []
    try {
      if (command === COMMANDS.accept) await accept(session, args)
      else if (command === COMMANDS.rephrase) await rephrase(session, args)
    } catch (error) {
      say(session, MessageType.Error, error instanceof Error ? error.message : String(error))
    }
    return null
  })
}

/** The result for the current text. If the text changes meanwhile, the request ends with an error. */
async function newest(session: Session, uri: string, token: CancellationToken): Promise<ScoredDocument | undefined> {
  const asked = session.documents.get(uri)?.version
  await session.turns.settled(uri)
  if (token.isCancellationRequested) throw new ResponseError(LSPErrorCodes.RequestCancelled, 'Cancelled')
  if (session.documents.get(uri)?.version !== asked)
    throw new ResponseError(LSPErrorCodes.ContentModified, 'The text has changed')
  return session.scored.get(uri)
}

async function accept(session: Session, [uri, word, reason]: readonly unknown[]): Promise<void> {
  if (typeof uri !== 'string' || typeof word !== 'string' || word.trim() === '') throw new Error(NO_WORD)
  const path = pathOf(uri)
  const { root } = session
  const ignored = typeof reason === 'string' ? { word, reason } : word
  await ignoreInProject(ignored, { folder: path === undefined ? root : dirname(path), root })
  showAll(session)
}

async function rephrase(session: Session, [uri, version, start, end]: readonly unknown[]): Promise<void> {
  const { connection, given, scored } = session
  const found = scored.get(String(uri))
  if (!given.service || !found || found.document.version !== version) throw new Error(MOVED_ON)
  const span = { start: Number(start), end: Number(end) }
  const text = found.document.getText().slice(span.start, span.end)
  const result = await given.service.client.ai.neutralise({ text, mode: 'model' })
  if (session.documents.get(String(uri))?.version !== version) throw new Error(MOVED_ON)
  if (result.text === text) say(session, MessageType.Info, 'the service changed nothing')
  else await connection.workspace.applyEdit(editOf(found, [{ range: rangeOf(found, span), newText: result.text }]))
}

const NO_WORD = 'the editor named no word, so nothing was written'
const MOVED_ON = 'the text has changed since, so nothing was written'
