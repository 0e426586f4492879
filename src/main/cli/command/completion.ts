import { m } from '#shared/messages/messages.js'
import type { Command } from './command.ts'
import { commonOptions, type Option } from './options.ts'

export const shells = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof shells)[number]

/** How to enable completion in each shell. */
export const completionHelp = (): string => `${m.cli_usage_of_completion({ shells: shells.join('|') })}

${m.cli_completion_about()}

  bash   ${'~/.bashrc'.padEnd(11)}source <(tidemark completion bash)
  zsh    ${'~/.zshrc'.padEnd(11)}source <(tidemark completion zsh)
  fish   tidemark completion fish > ~/.config/fish/completions/tidemark.fish
`

/** A shell script that completes commands, options and their choices. */
export function completionFor(shell: Shell, commands: readonly Command[], others: readonly string[]): string {
  switch (shell) {
    case 'bash':
      return bash(commands, others)
    case 'zsh':
      return `${zshHead}${bash(commands, others)}${zshFoot}`
    case 'fish':
      return fish(commands, others)
  }
}

const zshHead = `#compdef tidemark
autoload -U +X bashcompinit && bashcompinit
`

/** If the script is a file of fpath, zsh runs it at the first completion: then it completes at once. */
const zshFoot = `[[ "\${funcstack[1]}" = _tidemark ]] && _bash_complete -o default -F _tidemark_words
true
`

const allOptions = (command: Command): readonly Option[] => [...command.options, ...commonOptions]

function bash(commands: readonly Command[], others: readonly string[]): string {
  const cases = commands.map((command) => {
    const names = allOptions(command).map(({ name }) => `--${name}`)
    return `    ${command.name}) words="${names.join(' ')}" ;;`
  })
  const choices = new Map(
    commands.flatMap((command) =>
      allOptions(command).flatMap(({ name, choices: values }) =>
        values === undefined ? [] : [[`${command.name}:--${name}`, values.join(' ')] as const],
      ),
    ),
  )
  const values = [...choices].map(([key, words]) => `    ${key}) words="${words}" ;;`)
  return `_tidemark_words() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" command="\${COMP_WORDS[1]}" words=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${[...commands.map(({ name }) => name), ...others].join(' ')}" -- "$word"))
    return
  fi
  case "$command:$before" in
${values.join('\n')}
  esac
  if [ -z "$words" ]; then
    case "$command" in
${cases.join('\n')}
    completion) words="${shells.join(' ')}" ;;
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _tidemark_words tidemark
`
}

function fish(commands: readonly Command[], others: readonly string[]): string {
  const quote = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
  const own = commands.flatMap((command) => [
    `complete -c tidemark -n __fish_use_subcommand -f -a ${command.name} -d ${quote(command.summary())}`,
    ...allOptions(command).map(({ name, value, words, choices }) =>
      [
        `complete -c tidemark -n '__fish_seen_subcommand_from ${command.name}' -l ${name} -d ${quote(words())}`,
        ...(value === undefined ? [] : ['-r']),
        ...(choices === undefined ? [] : [`-f -a ${quote(choices.join(' '))}`]),
      ].join(' '),
    ),
  ])
  const rest = others.map((name) => `complete -c tidemark -n __fish_use_subcommand -f -a ${name}`)
  return `${[...own, ...rest].join('\n')}
complete -c tidemark -n '__fish_seen_subcommand_from completion' -f -a ${quote(shells.join(' '))}
`
}
