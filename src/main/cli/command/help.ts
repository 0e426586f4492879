import type { Command } from './command.ts'
import { exitWords } from './exit-codes.ts'
import { commonOptions, type Option } from './options.ts'

const flagOf = ({ name, value }: Option): string => `--${name}${value === undefined ? '' : ` ${value}`}`

/** Two columns, each line at most 100 places wide. */
function lines(entries: readonly (readonly [string, string])[]): string {
  const width = Math.max(...entries.map(([left]) => left.length))
  return entries.map(([left, right]) => `  ${left.padEnd(width)}  ${right}\n`).join('')
}

const optionLines = (options: readonly Option[]): string =>
  lines(
    options.filter(({ isUnlisted }) => isUnlisted !== true).map((option) => [flagOf(option), option.words] as const),
  )

/** The help of all commands. */
export function helpOfAll(commands: readonly Command[], more: readonly (readonly [string, string])[]): string {
  const entries = commands.map(({ name, summary }) => [name, summary] as const)
  return `Usage: tidemark COMMAND [options]

Reads what Tidemark keeps on this computer. It changes nothing, works beside the running app, and
needs neither network nor keyring.

${lines([...entries, ...more])}
Options of every command:
${optionLines(commonOptions)}
Exit codes:
${lines(Object.entries(exitWords))}
An unknown value is "—" in a table, empty in csv and tsv, null in json and ndjson.
`
}

/** The help of one command. */
export function helpOf({ name, summary, takes, options, notes = [], examples }: Command): string {
  return `Usage: tidemark ${name}${takes === undefined ? '' : ` ${takes}`} [options]

${summary}.
${options.length === 0 ? '' : `\n${optionLines(options)}`}${notes.map((note) => `  ${note}\n`).join('')}
Options of every command:
${optionLines(commonOptions)}
${examples.map((example) => `  tidemark ${example}\n`).join('')}`
}
