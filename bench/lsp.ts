// What a keystroke costs `equipoise lsp` in a document of 5,000 words, with the protocol client of Visual Studio Code's own library:
// processor time of the server from the change to the diagnostics, which says nearly the same on a busy machine.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import {
  createProtocolConnection,
  type ProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver-protocol/node'
import { threadTimesUs } from './processor-time.ts'
import type { Section } from './section.ts'

const COMMAND = fileURLToPath(new URL('../cli/bin/equipoise.mjs', import.meta.url))
const WORDS = 5_000
/** The first ones are slower, until the code is compiled. */
const WARM_UP = 30
const KEYS = 60
const WANTED_MS = 50
const SENTENCES = [
  'The council met on Tuesday and discussed budget number # for the coming year.',
  'A reckless, disastrous scheme was rammed through by # shameless backers.',
  'Residents asked about the # parking spaces near the old mill.',
  'The mayor absolutely refused to answer the questions of the press on day #.\n\n',
]

export async function benchLsp(): Promise<Section> {
  const rows: { tier: string; openMs: number; keyMs: number }[] = []
  for (const tier of ['fast', 'default']) rows.push({ tier, ...(await measure(tier)) })
  return {
    title: 'equipoise lsp',
    intro: `Processor time of the language server in a Markdown document of ${WORDS} words: opening it in a new process (which reads the weights), and one keystroke in
the middle of it, from the change to the diagnostics (mean of ${KEYS}).`,
    table: [
      ['tier', 'open, ms', 'keystroke, ms'],
      ...rows.map(({ tier, openMs, keyMs }) => [tier, openMs.toFixed(0), keyMs.toFixed(1)]),
    ],
    targets: rows.map(({ tier, keyMs }) => ({ what: `ms for a keystroke, ${tier}`, value: keyMs, most: WANTED_MS })),
  }
}

async function measure(tier: string): Promise<{ openMs: number; keyMs: number }> {
  const server = spawn(process.execPath, [COMMAND, 'lsp'], { stdio: ['pipe', 'pipe', 'inherit'] })
  const client = createProtocolConnection(new StreamMessageReader(server.stdout), new StreamMessageWriter(server.stdin))
  const shown = shownVersions(client)
  client.listen()
  await client.sendRequest('initialize', {
    ...{ processId: process.pid, rootUri: null, capabilities: {} },
    initializationOptions: { tier },
  })
  const spentMs = (): number => [...threadTimesUs(server.pid).values()].reduce((sum, us) => sum + us, 0) / 1_000
  const lines = textOf(WORDS).split('\n')
  const textDocument = { uri: 'file:///a.md', languageId: 'markdown', version: 1, text: lines.join('\n') }
  void client.sendNotification('textDocument/didOpen', { textDocument })
  await shown(1)
  const openMs = spentMs()
  const line = lines.findIndex((one, at) => at > lines.length / 2 && one !== '')
  let startMs = 0
  for (let key = 0; key < WARM_UP + KEYS; key++) {
    if (key === WARM_UP) startMs = spentMs()
    const place = { line, character: 4 + key }
    const change = { range: { start: place, end: place }, text: 'n' }
    const version = key + 2
    void client.sendNotification('textDocument/didChange', {
      textDocument: { uri: textDocument.uri, version },
      contentChanges: [change],
    })
    await shown(version)
  }
  const keyMs = (spentMs() - startMs) / KEYS
  await client.sendRequest('shutdown')
  await client.sendNotification('exit')
  return { openMs, keyMs }
}

/** Turns when the diagnostics of a version have come. */
function shownVersions(client: ProtocolConnection): (version: number) => Promise<void> {
  let newest = 0
  let tell: () => void = () => undefined
  client.onNotification('textDocument/publishDiagnostics', ({ version }: { version: number }) => {
    newest = version
    tell()
  })
  return async (version) => {
    while (newest < version)
      await new Promise<void>((resolve) => {
        tell = resolve
      })
  }
}

function textOf(words: number): string {
  let text = ''
  for (let at = 0; text.split(/\s+/).length < words; at++)
    text += `${SENTENCES[at % SENTENCES.length]?.replace('#', String(at))} `
  return text
}
