import { m } from '#shared/messages/messages.js'
import { plainText } from '../output/terminal-text.ts'
import type { Command } from './command.ts'
import { suggest } from './nearest.ts'
import { UsageError } from './options.ts'

/** The command with this name. Throws UsageError, which names the one that was probably meant. `others` are no such commands. */
export function findCommand(name: string, commands: readonly Command[], others: readonly string[]): Command {
  const command = commands.find((each) => each.name === name)
  if (command !== undefined) return command
  const typed = plainText(name)
  if (typed.startsWith('-')) throw new UsageError(m.cli_the_command_comes_first({ option: typed }))
  const names = [...commands.map((each) => each.name), ...others]
  throw new UsageError(
    suggest(typed, names, m.cli_help_lists_the_commands(), m.cli_there_is_no_command({ name: typed })),
  )
}
