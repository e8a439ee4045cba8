// Shell completion of commands and options, for three shells.

interface Completed {
  readonly name: string
  readonly options: readonly string[]
}

const SHELLS = { bash: bashScript, zsh: zshScript, fish: fishScript }

export function completionFor(shell: string | undefined, commands: readonly Completed[]): string {
  const write = Object.hasOwn(SHELLS, shell ?? '') ? SHELLS[shell as keyof typeof SHELLS] : undefined
  if (!write) throw new Error('name your shell: equipoise completion bash, zsh or fish')
  return write(commands)
}

function bashScript(commands: readonly Completed[]): string {
  const cases = commands.map(({ name, options }) => `    ${name}) words="${flags(options)}" ;;`)
  return `# source <(equipoise completion bash)
_equipoise() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
    *) words="" ;;
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then words="${commands.map(({ name }) => name).join(' ')}"; fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _equipoise equipoise`
}

function zshScript(commands: readonly Completed[]): string {
  const cases = commands.map(({ name, options }) => `    ${name}) compadd -- ${flags(options)}; _files ;;`)
  return `#compdef equipoise
# equipoise completion zsh > "\${fpath[1]}/_equipoise"
_equipoise() {
  if (( CURRENT == 2 )); then
    compadd -- ${commands.map(({ name }) => name).join(' ')}
    return
  fi
  case "$words[2]" in
${cases.join('\n')}
    *) _files ;;
  esac
}
compdef _equipoise equipoise`
}

function fishScript(commands: readonly Completed[]): string {
  const names = commands.map(({ name }) => name).join(' ')
  const options = commands.flatMap(({ name, options: own }) =>
    own.map((option) => `complete -c equipoise -n '__fish_seen_subcommand_from ${name}' -l ${option}`),
  )
  return `# equipoise completion fish > ~/.config/fish/completions/equipoise.fish
complete -c equipoise -n __fish_use_subcommand -f -a '${names}'
${options.join('\n')}`
}

function flags(options: readonly string[]): string {
  return options.map((option) => `--${option}`).join(' ')
}
