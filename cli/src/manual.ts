// `equipoise man`: the manual page, made from what --help says. `equipoise man | man -l -` shows it.
import type { Command } from 'commander'

export function manualOf(program: Command): string {
  const help = program.createHelp()
  const commands = program.commands.flatMap((command) => [
    `.SS ${plain(`${command.name()} ${command.usage()}`)}`,
    plain(command.description()),
    ...help
      .visibleOptions(command)
      .flatMap((option) => ['.TP', `\\fB${plain(option.flags)}\\fR`, plain(option.description)]),
  ])
  return [
    `.TH EQUIPOISE 1 "" "equipoise ${program.version()}"`,
    '.SH NAME',
    `equipoise \\- ${plain(program.description())}`,
    '.SH COMMANDS',
    ...commands,
    '.SH ENVIRONMENT AND EXIT STATUS',
    plain(SURROUNDINGS),
  ].join('\n')
}

/** A dot or an apostrophe at the start of a line would be an instruction. */
function plain(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^(?=[.'])/gm, '\\&')
}

export const SURROUNDINGS = `What is offline, and audit --answers, needs no service. For the rest set EQUIPOISE_URL (default: http://127.0.0.1:8080) and
EQUIPOISE_API_KEY, or sign in with equipoise login. keys needs a person's sign-in (login --email, or EQUIPOISE_TOKEN).
EQUIPOISE_BRAND is the brand of a renamed deployment. NO_COLOR switches colours off. Exit status: 0 success, 1 a check
failed or the service returned an error, 2 invalid command.`
