// An editor for tests: the protocol library of Visual Studio Code, connected to a server in this process.
import { PassThrough } from 'node:stream'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach } from 'vitest'
import { createConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-languageserver/node'
import {
  type CodeAction,
  createProtocolConnection,
  type Diagnostic,
  type InitializeParams,
  type Position,
  type ProtocolConnection,
  type PublishDiagnosticsParams,
  type Range,
  type TextDocumentContentChangeEvent,
} from 'vscode-languageserver-protocol/node'
import { type ServerGiven, serveEditor } from '../src/lsp/lsp.ts'
import { type Folder, openFolder } from './folder.ts'

interface Editor {
  readonly client: ProtocolConnection
  readonly messages: string[]
  readonly statuses: { uri: string; score: number | null; passed: boolean | null; text: string }[]
  readonly published: PublishDiagnosticsParams[]
  open(name: string, text: string, languageId?: string): string
  change(uri: string, version: number, changes: TextDocumentContentChangeEvent[]): void
  /** The diagnostics of this version, once they arrive. */
  diagnosticsOf(uri: string, version?: number): Promise<Diagnostic[]>
  actionsAt(uri: string, range: Range, only?: string[]): Promise<CodeAction[]>
  hoverAt(uri: string, position: Position): Promise<string | undefined>
  close(): void
}

interface EditorOptions {
  readonly root: string
  readonly settings?: Record<string, unknown>
  readonly service?: ServerGiven['service']
  readonly capabilities?: InitializeParams['capabilities']
  /** Some clients never send `initialized`. */
  readonly saysInitialized?: boolean
}

async function openEditor({ root, settings, service, capabilities = {}, saysInitialized = true }: EditorOptions) {
  const [toServer, toClient] = [new PassThrough(), new PassThrough()]
  serveEditor(createConnection(new StreamMessageReader(toServer), new StreamMessageWriter(toClient)), {
    version: '0',
    cwd: root,
    service,
  })
  const client = createProtocolConnection(new StreamMessageReader(toClient), new StreamMessageWriter(toServer))
  const editor = editorOn(client, root)
  client.listen()
  await client.sendRequest('initialize', {
    processId: null,
    rootUri: pathToFileURL(root).href,
    capabilities,
    initializationOptions: settings,
  })
  if (saysInitialized) await client.sendNotification('initialized', {})
  return editor
}

function editorOn(client: ProtocolConnection, root: string): Editor {
  const published: PublishDiagnosticsParams[] = []
  let listeners: (() => void)[] = []
  const messages: string[] = []
  const statuses: Editor['statuses'] = []
  client.onNotification('textDocument/publishDiagnostics', (params: PublishDiagnosticsParams) => {
    published.push(params)
    const told = listeners
    listeners = []
    for (const tell of told) tell()
  })
  client.onNotification('window/showMessage', ({ message }: { message: string }) => void messages.push(message))
  client.onNotification('equipoise/status', (status: Editor['statuses'][number]) => void statuses.push(status))
  return {
    client,
    messages,
    statuses,
    published,
    open(name, text, languageId = 'markdown') {
      const uri = name.includes(':') ? name : pathToFileURL(`${root}/${name}`).href
      void client.sendNotification('textDocument/didOpen', { textDocument: { uri, languageId, version: 1, text } })
      return uri
    },
    change(uri, version, contentChanges) {
      void client.sendNotification('textDocument/didChange', { textDocument: { uri, version }, contentChanges })
    },
    async diagnosticsOf(uri, version = 1) {
      for (;;) {
        const found = published.findLast((one) => one.uri === uri && (one.version ?? 0) >= version)
        if (found) return found.diagnostics
        await new Promise<void>((resolve) => listeners.push(resolve))
      }
    },
    actionsAt: (uri, range, only) =>
      client.sendRequest('textDocument/codeAction', {
        textDocument: { uri },
        range,
        context: { diagnostics: [], ...(only ? { only } : {}) },
      }),
    async hoverAt(uri, position) {
      const hover = await client.sendRequest<{ contents: { value: string } } | null>('textDocument/hover', {
        textDocument: { uri },
        position,
      })
      return hover?.contents.value
    },
    close: () => client.dispose(),
  }
}

/** For a test file: each test gets its own folder, and its editors are closed afterwards. */
export function openDesk() {
  let folder: Folder
  let editors: Editor[]
  beforeEach(() => {
    folder = openFolder()
    editors = []
  })
  afterEach(() => {
    for (const editor of editors) editor.close()
    folder.remove()
  })
  return {
    get folder(): Folder {
      return folder
    },
    async edit(options: Partial<EditorOptions> = {}): Promise<Editor> {
      const editor = await openEditor({ root: folder.path, ...options })
      editors.push(editor)
      return editor
    },
  }
}
