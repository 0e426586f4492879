import { m } from '#shared/messages/messages.js'
import { exitWords } from '../../host/exit-codes.ts'
import type { Command } from './command.ts'
import { commonOptions, type Option } from './options.ts'

const flagOf = ({ name, value }: Option): string => `--${name}${value === undefined ? '' : ` ${value}`}`

/** Two columns. Each line is at most 100 characters wide. */
function lines(entries: readonly (readonly [string, string])[]): string {
  const width = Math.max(...entries.map(([left]) => left.length))
  return entries.map(([left, right]) => `  ${left.padEnd(width)}  ${right}\n`).join('')
}

const optionLines = (options: readonly Option[]): string =>
  lines(
    options.filter(({ isUnlisted }) => isUnlisted !== true).map((option) => [flagOf(option), option.words()] as const),
  )

/** The help of all commands. */
export function helpOfAll(commands: readonly Command[], more: readonly (readonly [string, string])[]): string {
  const entries = commands.map(({ name, summary }) => [name, summary()] as const)
  return `${m.cli_usage_command()}

${m.cli_about()}

${lines([...entries, ...more])}
${m.cli_options_of_every_command()}
${optionLines(commonOptions)}
${m.cli_exit_codes()}
${lines(Object.entries(exitWords))}
${m.cli_an_unknown_value()}
`
}

/** The help of one command. */
export function helpOf({ name, summary, takes, options, notes = [], examples }: Command): string {
  return `${m.cli_usage_of({ command: takes === undefined ? name : `${name} ${takes}` })}

${summary()}.
${options.length === 0 ? '' : `\n${optionLines(options)}`}${notes.map((note) => `  ${note()}\n`).join('')}
${m.cli_options_of_every_command()}
${optionLines(commonOptions)}
${m.cli_examples()}
${examples.map((example) => `  tidemark ${example}\n`).join('')}`
}
