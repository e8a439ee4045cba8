// Starts `equipoise lsp`, and shows the score of the document in the status bar. It sends nothing anywhere.
import { StatusBarAlignment, ThemeColor, window, workspace } from 'vscode'
import { LanguageClient, TransportKind } from 'vscode-languageclient/node'

const TEXTS = ['markdown', 'mdx', 'html', 'restructuredtext', 'latex', 'tex', 'plaintext', 'git-commit']

let client

export async function activate({ subscriptions, asAbsolutePath }) {
  const settings = workspace.getConfiguration('equipoise')
  const [command, ...args] = settings.get('command', [])
  // Without a command, the one in this extension, with the Node.js of the editor.
  const module = asAbsolutePath('bundle/bin/equipoise.js')
  const server = command ? { command, args } : { module, args: ['lsp'], transport: TransportKind.stdio }
  const [tier, min, comments] = ['tier', 'min', 'comments'].map((name) => settings.get(name))
  const documentSelector = comments ? [{ scheme: 'file' }] : TEXTS.map((language) => ({ language }))
  client = new LanguageClient('equipoise', 'Equipoise', server, {
    documentSelector,
    initializationOptions: { tier, min, comments, status: true },
    synchronize: { fileEvents: workspace.createFileSystemWatcher('**/equipoise.config.json') },
  })
  subscriptions.push(...statusItem(client))
  await client.start().catch((error) => {
    window.showErrorMessage(
      `Equipoise: "${command || module}" could not be started. Set equipoise.command. (${error.message})`,
    )
  })
}

export async function deactivate() {
  await client?.stop()
}

/** The score of the shown document, as last reported by the server. */
function statusItem(server) {
  const item = window.createStatusBarItem(StatusBarAlignment.Right)
  const known = new Map()
  const show = () => {
    const status = known.get(window.activeTextEditor?.document.uri.toString())
    if (!status) return item.hide()
    item.text = status.score === null ? '$(law) –' : `$(law) ${status.score.toFixed(2)}`
    item.tooltip = `Equipoise: ${status.text}`
    item.backgroundColor = status.passed === false ? new ThemeColor('statusBarItem.warningBackground') : undefined
    item.show()
  }
  server.onNotification('equipoise/status', (status) => {
    known.set(server.protocol2CodeConverter.asUri(status.uri).toString(), status)
    show()
  })
  return [
    item,
    window.onDidChangeActiveTextEditor(show),
    workspace.onDidCloseTextDocument(({ uri }) => known.delete(uri.toString())),
  ]
}
