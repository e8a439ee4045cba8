// What an operator can mistype, and the messages about it.
import { expect, test } from 'vitest'
import { COMMAND_TEXTS } from './command-texts.ts'
import { checkArguments, findCommand, helpText, readArguments } from './commands.ts'

function check(...args: string[]): void {
  const { words, options } = readArguments(args)
  const found = findCommand(words)
  if (!found) throw new Error('no such command')
  checkArguments(found.text, found.rest, options)
}

test.each([
  [
    ['accounts', 'grant', 'a', '--compute', '-5'],
    'A value that starts with a dash needs an equals sign: --compute=-5.',
  ],
  [['accounts', 'grant', 'a', '--compute'], '--compute needs a value.'],
  [['doctor', '--json=yes'], '--json takes no value.'],
  [['accounts', 'list', '--why', 'x'], /^Unknown option '--why'\. Run equipoise-admin --help/],
  [['accounts', 'list', 'extra', 'words'], /^Too many words \(extra words\): write equipoise-admin accounts list \[/],
  [['accounts', 'list', '--until', '2020'], /^The command accounts list has no option --until: write equipoise-admin/],
  [['accounts', 'set-plan', 'a'], /^PLAN is missing: write equipoise-admin accounts set-plan ACCOUNT PLAN \[/],
  [['accounts', 'show', ''], /^ACCOUNT is missing: /],
  [['keys', 'revoke', 'a'], /^KEY_ID is missing: /],
  [['backup', 'check'], /^FILE is missing: write equipoise-admin backup check FILE$/],
  [['jobs', 'now'], /^Too many words \(now\): write equipoise-admin jobs$/],
])('%j is an invalid command', (args, why) => {
  expect(() => check(...args)).toThrow(
    expect.objectContaining({ kind: 'invalid', message: expect.stringMatching(why) }),
  )
})

test('every command accepts the words and options of its usage, and a reason', () => {
  for (const { name, usage } of COMMAND_TEXTS) {
    const given = usage.replaceAll(/[[\]]/g, '').split(' ')
    expect(() => check(...given, '--reason', 'a test', '--json'), name).not.toThrow()
  }
  check('accounts', 'grant', 'a', '--compute=-5')
})

test('help can be asked for as a word or an option, for all commands or for some', () => {
  expect(readArguments(['help', 'backup'])).toMatchObject({ isHelp: true, words: ['backup'] })
  expect(readArguments(['backup', '--help'])).toMatchObject({ isHelp: true, words: ['backup'] })
  expect(readArguments(['--version'])).toMatchObject({ isVersion: true, words: [] })
  expect(helpText(['backup'])).toContain('backup check FILE')
  expect(helpText(['backup'])).not.toContain('restore FILE')
  for (const words of [[], ['nonsense']]) expect(helpText(words)).toContain('restore FILE')
})
