// Shell completion: the scripts of three shells ask `equipoise complete` for the words that can follow.
import type { Command } from 'commander'

const SHELLS = {
  bash: `# source <(equipoise completion bash)
_equipoise() {
  COMPREPLY=($(compgen -W "$(equipoise complete "\${COMP_WORDS[@]:1:COMP_CWORD}")" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _equipoise equipoise`,
  zsh: `#compdef equipoise
# equipoise completion zsh > "\${fpath[1]}/_equipoise"
_equipoise() {
  local -a found=(\${(f)"$(equipoise complete "\${(@)words[2,CURRENT]}")"})
  (( $#found )) && compadd -- $found || _files
}
compdef _equipoise equipoise`,
  fish: `# equipoise completion fish > ~/.config/fish/completions/equipoise.fish
complete -c equipoise -a '(equipoise complete (commandline -opc)[2..] (commandline -ct))'`,
}

export function completionFor(shell = ''): string {
  const script = Object.entries(SHELLS).find(([name]) => name === shell)?.[1]
  if (!script) throw new Error('name your shell: equipoise completion bash, zsh or fish')
  return script
}

/** What can stand in place of the last word; nothing where the shell completes files. */
export function candidates(program: Command, words: readonly string[]): string[] {
  const [name, ...rest] = words
  if (rest.length === 0) return program.commands.map((one) => one.name())
  const command = program.commands.find((one) => one.name() === name)
  if (!command) return []
  const option = command.options.find(({ long }) => long === rest.at(-2))
  if (option?.required) return valuesIn(option.flags)
  if (rest.at(-1)?.startsWith('-')) return [...command.options.map(({ long }) => long ?? ''), '--help']
  const place = rest.filter((word) => !word.startsWith('-')).length - 1
  return valuesIn(`<${command.registeredArguments[Math.max(0, place)]?.name() ?? ''}>`)
}

/** `<text|json>` names values, `<file>` does not. */
function valuesIn(flags: string): string[] {
  const inside = /<([^<>]+)>/.exec(flags)?.[1] ?? ''
  return inside.includes('|') ? inside.split('|') : []
}
