// The language server, tested with the protocol library of Visual Studio Code.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Equipoise } from '@equipoise/sdk'
import { expect, test } from 'vitest'
import type { CodeAction, TextDocumentEdit, TextEdit } from 'vscode-languageserver-protocol'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { openDesk } from '../../test/lsp-client.ts'

const PLAIN = 'The committee approved the budget on Monday by nine votes to four.'
const LOADED = 'The corrupt committee shamelessly rammed through its disgraceful budget.'

const desk = openDesk()
const { edit } = desk

function covered(text: string, { range }: { range: TextEdit['range'] }): string {
  const document = TextDocument.create('', '', 1, text)
  return text.slice(document.offsetAt(range.start), document.offsetAt(range.end))
}

function applied(text: string, action: CodeAction | undefined): string {
  const [change] = (action?.edit?.documentChanges ?? []) as TextDocumentEdit[]
  return TextDocument.applyEdits(TextDocument.create('', '', 1, text), (change?.edits ?? []) as TextEdit[])
}

const word = (text: string, found: string) => {
  const document = TextDocument.create('', '', 1, text)
  const at = text.indexOf(found)
  return { start: document.positionAt(at), end: document.positionAt(at + found.length) }
}

test('a loaded sentence is one diagnostic with its words, and what withholds the certificate is another', async () => {
  const editor = await edit()
  const text = `# The budget of the town\n\n😀 ${PLAIN}\n\n👩‍👩‍👧 ${LOADED}\n`
  const uri = editor.open('a.md', text)
  const diagnostics = await editor.diagnosticsOf(uri)
  const sentence = diagnostics.find(({ code }) => code === 'loaded-sentence')
  expect(sentence && covered(text, sentence)).toContain(LOADED)
  expect(sentence?.message).toMatch(
    /^Neutrality of this sentence: 0\.\d\d\. .*“shamelessly” \(opinion\): you could leave it out\./,
  )
  const words = sentence?.relatedInformation?.map(({ location }) => covered(text, location))
  expect(words).toEqual(expect.arrayContaining(['shamelessly', 'disgraceful']))
  const withheld = diagnostics.find(({ code }) => code === 'withheld-by-loaded')
  expect(withheld).toMatchObject({ severity: 2, source: 'equipoise' })
  expect(withheld?.message).toContain('blocks certification')
  expect(withheld && covered(text, withheld)).toContain(LOADED)
})

test('it reports the same as equipoise check', async () => {
  desk.folder.write({ 'a.md': `${PLAIN}\n\n${LOADED}\n` })
  const editor = await edit({ settings: { status: true } })
  const uri = editor.open('a.md', `${PLAIN}\n\n${LOADED}\n`)
  const diagnostics = await editor.diagnosticsOf(uri)
  const [file] = JSON.parse((await desk.folder.run(['check', 'a.md', '--format', 'json'])).printed).files
  const related = diagnostics.flatMap(({ relatedInformation = [] }) => relatedInformation)
  const places = (found: { line: number; column: number }[]) =>
    found.map(({ line, column }) => `${line}:${column}`).sort()
  expect(
    places(
      related.map(({ location: { range } }) => ({ line: range.start.line + 1, column: range.start.character + 1 })),
    ),
  ).toEqual(places(file.evidence))
  await editor.hoverAt(uri, { line: 0, character: 0 })
  expect(editor.statuses).toEqual([
    { uri, score: file.ain_score, passed: false, text: expect.stringContaining('neutrality 0.') },
  ])
})

test('in a text that passes there are no warnings, only hints', async () => {
  const editor = await edit({ settings: { min: 0 } })
  const diagnostics = await editor.diagnosticsOf(editor.open('a.md', LOADED))
  expect(diagnostics.map(({ code, severity }) => [code, severity])).toEqual([
    ['withheld-by-loaded', 3],
    ['loaded-sentence', 4],
  ])
})

test('hovering over a word shows why it is listed and what could replace it; elsewhere nothing', async () => {
  const editor = await edit()
  const uri = editor.open('a.md', `${PLAIN}\n\n${LOADED}\n`)
  const hover = await editor.hoverAt(uri, { line: 2, character: LOADED.indexOf('shamelessly') + 3 })
  expect(hover).toContain('**shamelessly** · opinion: The writer’s own comment on the facts. You could leave it out.')
  expect(hover).toMatch(/This sentence: 0\.\d\d\. The document: neutrality 0\.\d\d, at least 0\.70 expected\.$/)
  expect(await editor.hoverAt(uri, { line: 0, character: 5 })).toBeUndefined()
})

test('quick fixes apply the suggestion for one word, or all of them', async () => {
  const editor = await edit()
  const text = `🙂 The minister shamelessly slammed the report.\n`
  const uri = editor.open('a.md', text)
  const [first] = await editor.actionsAt(uri, word(text, 'slammed'))
  expect(first).toMatchObject({ title: 'Write “criticised” instead of “slammed”', kind: 'quickfix', isPreferred: true })
  expect(applied(text, first)).toBe('🙂 The minister shamelessly criticised the report.\n')
  expect((await editor.actionsAt(uri, word(text, 'shamelessly')))[0]?.title).toBe('Leave out “shamelessly”')
  const all = await editor.actionsAt(uri, word(text, 'The'), ['source.fixAll'])
  expect(all.map((action) => applied(text, action))).toEqual(['🙂 The minister criticised the report.\n'])
  expect(await editor.actionsAt(uri, word(text, 'The'), ['refactor'])).toEqual([])
})

test.each([
  ['a.md', `# Title of the text\n\n${PLAIN}\n\n- ${LOADED}\n- ${PLAIN}\n`],
  ['a.mdx', `${PLAIN}\n\n${LOADED}\n`],
  ['a.html', `<p\n class="x">${LOADED}</p>\n`],
  ['a.rst', `${PLAIN}\n\n${LOADED}\n`],
  ['a.tex', `\\begin{document}\n${PLAIN}\n\n${LOADED}\n\\end{document}\n`],
  ['a.py', `x = 1\n\nif x:\n    # ${LOADED}\n    y = 2\n`],
  ['COMMIT_EDITMSG', `The budget of the year\n\n${LOADED}\n# Please enter the message\n`],
])('in %s a word is accepted by a comment, or the paragraph is excluded', async (name, text) => {
  const editor = await edit({ settings: { comments: true } })
  const uri = editor.open(name, text, name === 'COMMIT_EDITMSG' ? 'gitcommit' : 'unknown')
  const actions = await editor.actionsAt(uri, word(text, 'shamelessly'))
  const titled = (title: string) => actions.find((action) => action.title === title)
  editor.change(uri, 2, [{ text: applied(text, titled('Accept “shamelessly” in this file')) }])
  const accepted = await editor.diagnosticsOf(uri, 2)
  expect(accepted.flatMap(({ message }) => message).join()).toContain('disgraceful')
  expect(accepted.flatMap(({ message }) => message).join()).not.toContain('shamelessly')
  editor.change(uri, 3, [{ text: applied(text, titled('Do not check this paragraph')) }])
  expect(await editor.diagnosticsOf(uri, 3)).toEqual([])
})

test('accepting a word in the project changes only that in the configuration file, and checks all open texts again', async () => {
  desk.folder.write({ 'equipoise.config.json': '{ "min": 0.6, "ignore": ["regime"] }\n', 'docs/.keep': '' })
  const editor = await edit()
  const uri = editor.open('docs/a.md', LOADED)
  const accept = (await editor.actionsAt(uri, word(LOADED, 'shamelessly'))).find(({ title }) =>
    title.endsWith('in this project'),
  )
  const before = editor.published.length
  await editor.client.sendRequest('workspace/executeCommand', accept?.command ?? {})
  await editor.hoverAt(uri, { line: 0, character: 0 })
  expect(readFileSync(join(desk.folder.path, 'equipoise.config.json'), 'utf8')).toBe(
    '{ "min": 0.6, "ignore": ["regime", "shamelessly"] }\n',
  )
  const mistake = (await editor.actionsAt(uri, word(LOADED, 'disgraceful'))).find(({ title }) =>
    title.includes('is a false alarm'),
  )
  await editor.client.sendRequest('workspace/executeCommand', mistake?.command ?? {})
  await editor.hoverAt(uri, { line: 0, character: 0 })
  const { ignore } = JSON.parse(readFileSync(join(desk.folder.path, 'equipoise.config.json'), 'utf8'))
  expect(ignore).toEqual(['regime', 'shamelessly', { word: 'disgraceful', reason: 'false alarm' }])
  expect(JSON.stringify(editor.published.at(-1))).not.toContain('disgraceful')
  expect(editor.published.length).toBeGreaterThan(before)
  expect(JSON.stringify(editor.published.at(-1))).not.toContain('shamelessly')
})

test('with credentials the service rephrases a sentence, unless the text has changed meanwhile', async () => {
  const asked: unknown[] = []
  const client = {
    ai: { neutralise: async (request: unknown) => ({ text: PLAIN, asked: asked.push(request) }) },
  } as unknown as Equipoise
  const editor = await edit({ service: { host: 'equipoise.example.org', client } })
  const edits: unknown[] = []
  editor.client.onRequest('workspace/applyEdit', ({ edit: given }) => ({ applied: edits.push(given) > 0 }))
  const text = `${PLAIN} ${LOADED}\n`
  const uri = editor.open('a.md', text)
  const titled = async () =>
    (await editor.actionsAt(uri, word(text, 'corrupt'))).find(
      ({ title }) => title === 'Rephrase this sentence (sends it to equipoise.example.org)',
    )
  const action = await titled()
  await editor.client.sendRequest('workspace/executeCommand', action?.command ?? {})
  expect(asked).toEqual([{ text: LOADED, mode: 'model' }])
  expect(applied(text, { title: '', edit: edits[0] as NonNullable<CodeAction['edit']> })).toBe(`${PLAIN} ${PLAIN}\n`)
  editor.change(uri, 2, [{ text: `A ${text}` }])
  await editor.client.sendRequest('workspace/executeCommand', action?.command ?? {})
  expect([edits.length, editor.messages]).toEqual([
    1,
    ['Equipoise: the text has changed since, so nothing was written'],
  ])
})

test('without credentials no action offers to send a text', async () => {
  const editor = await edit()
  const uri = editor.open('a.md', LOADED)
  const actions = await editor.actionsAt(uri, word(LOADED, 'corrupt'))
  expect(actions.length).toBeGreaterThan(0)
  expect(actions.filter(({ title }) => title.includes('sends'))).toEqual([])
})

test('comments in source files are checked if the setting says so; an unsaved text is read by its language', async () => {
  const editor = await edit()
  const source = editor.open('a.ts', `// ${LOADED}\nconst disgraceful = 1\n`, 'typescript')
  expect(await editor.diagnosticsOf(source)).toEqual([])
  expect(await editor.diagnosticsOf(editor.open('untitled:Untitled-1', `\`\`\`\n${LOADED}\n\`\`\`\n`))).toEqual([])
  expect(await editor.diagnosticsOf(editor.open('untitled:Untitled-2', LOADED, 'plaintext'))).not.toEqual([])
  expect(await editor.diagnosticsOf(editor.open('data.json', LOADED, 'json'))).toEqual([])
  await editor.client.sendNotification('workspace/didChangeConfiguration', {
    settings: { equipoise: { comments: true } },
  })
  await editor.hoverAt(source, { line: 0, character: 0 })
  expect(editor.published.findLast(({ uri }) => uri === source)?.diagnostics).not.toEqual([])
})

test('a closed document has no diagnostics', async () => {
  const editor = await edit()
  const uri = editor.open('a.md', LOADED)
  expect(await editor.diagnosticsOf(uri)).not.toEqual([])
  await editor.client.sendNotification('textDocument/didClose', { textDocument: { uri } })
  await editor.hoverAt(uri, { line: 0, character: 0 })
  expect(editor.published.at(-1)).toEqual({ uri, diagnostics: [] })
})
