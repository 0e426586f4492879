import { AppError } from '#shared/errors.ts'
import { languageOf, writeTextsIn, type Language } from '#shared/language.ts'
import { m } from '#shared/messages/messages.js'
import type { ServiceCheck } from '#shared/model/app/service.ts'
import { errorText } from '#shared/text/errors/error-text.ts'
import { chooseDataDir } from '../host/command-line.ts'
import { exitCodes, type ExitCode } from '../host/exit-codes.ts'
import { exitCodeOf, explainFailure } from '../host/failure.ts'
import { chosenLanguage } from '../host/language.ts'
import { refuseWhileLocked } from '../lock/lock-file.ts'
import {
  openReading,
  readStoredSettings,
  type OpenReadingOptions,
  type Reading,
} from '../profile/reading/open-reading.ts'
import type { Clock } from '../time/clock.ts'
import type { Command } from './command/command.ts'
import { completionFor, completionHelp, shells } from './command/completion.ts'
import { helpOf, helpOfAll } from './command/help.ts'
import { nameOneOf, suggest } from './command/nearest.ts'
import { commonOptions, readValues, UsageError, type Values, type Option } from './command/options.ts'
import { allCommands } from './commands/all-commands.ts'
import { missingData } from './missing-data.ts'
import { formats, Output } from './output/output.ts'
import type { TableStyle } from './output/table.ts'
import { plainText } from './output/terminal-text.ts'

/** The options of `tidemark mcp`. */
const mcpOptions: readonly Option[] = commonOptions.filter(({ name }) => name === 'profile' || name === 'data-dir')

export const mcpHelp = (): string => `${m.cli_usage_of_mcp()}

${m.cli_mcp_about()}

${mcpOptions.map(({ name, value = '', words }) => `  --${name} ${value}`.padEnd(18) + words()).join('\n')}
`

/** The command with this name. Throws UsageError, which names the one that was probably meant. `others` are no such commands. */
function findCommand(name: string, commands: readonly Command[], others: readonly string[]): Command {
  const command = commands.find((each) => each.name === name)
  if (command !== undefined) return command
  const typed = plainText(name)
  if (typed.startsWith('-')) throw new UsageError(m.cli_the_command_comes_first({ option: typed }))
  const names = [...commands.map((each) => each.name), ...others]
  throw new UsageError(
    suggest(typed, names, m.cli_help_lists_the_commands(), m.cli_there_is_no_command({ name: typed })),
  )
}

/** The parts of the process that a command needs. */
export interface Environment {
  /** `null` without a home folder. */
  readonly defaultDataDir: string | null
  /** Reads the key of sealed data. Throws SealedDataError when there is none. */
  readonly unlock: OpenReadingOptions['unlock']
  /** Asks the service for each kind of data. Throws AlreadyRunningError if the app runs and does not answer. */
  readonly checkService: (place: { readonly dataDir: string; readonly profileId: string }) => Promise<ServiceCheck>
  readonly version: string
  /** The languages of the terminal, as BCP 47 tags. */
  readonly languages: readonly string[]
  readonly clock: Clock
  readonly style: Omit<TableStyle, 'palette'>
  readonly write: (text: string) => Promise<void>
  readonly writeError: (text: string) => void
  readonly logFault: (where: string, error: unknown) => void
}

const others = (): readonly (readonly [string, string])[] => [
  ['mcp', m.cli_mcp()],
  ['completion', m.cli_completion({ shells: shells.join(', ') })],
  ['help', m.cli_help_of()],
  ['--version', m.cli_version()],
]
const versionWords: ReadonlySet<string> = new Set(['--version', '-v', '-V', 'version'])
const otherNames = ['mcp', 'completion', 'help'] as const

/** Runs the command that the arguments name. Never throws. */
export async function runCommandLine(args: readonly string[], environment: Environment): Promise<ExitCode> {
  try {
    writeTextsIn(languageFor(args, environment))
    return await run(args, environment)
  } catch (cause) {
    const error = explainFailure(cause)
    environment.writeError(`tidemark: ${messageOf(error, environment)}\n`)
    return exitCodeOf(error)
  }
}

/** Output that a program reads is in English: every format except a table, and every answer to an assistant. */
function languageFor(args: readonly string[], { defaultDataDir, languages }: Environment): () => Language {
  const given = (option: string): string | undefined =>
    args.find((arg) => arg.startsWith(`${option}=`))?.slice(option.length + 1) ??
    (args.includes(option) ? args[args.indexOf(option) + 1] : undefined)
  const isForUser = asksForHelp(args) || (args[0] !== 'mcp' && (given('--format') ?? 'table') === 'table')
  const dataDir = given('--data-dir') ?? defaultDataDir
  const settings = { all: () => (dataDir === null ? {} : readStoredSettings(dataDir)) }
  const language = languageOf(isForUser ? chosenLanguage(settings) : 'en', languages)
  return () => language
}

async function run([name = 'help', ...rest]: readonly string[], environment: Environment): Promise<ExitCode> {
  if (name === 'help' || name === '--help' || name === '-h') return writeHelp(rest[0] ?? null, environment)
  if (versionWords.has(name)) return writeText(`${environment.version}\n`, environment)
  if (name === 'completion') return writeCompletion(rest, environment)
  if (name === 'mcp') return serveMcp(rest, environment)
  const command = findCommand(name, allCommands, otherNames)
  if (asksForHelp(rest)) return writeText(helpOf(command), environment)
  assertNoPastDay(command, rest)
  const values = readValues(rest, [...command.options, ...commonOptions], command.takes !== undefined)
  return runWith(command, values, environment)
}

const readingOf = (values: Values, environment: Environment): OpenReadingOptions => ({
  ...environment,
  dataDir: chooseDataDir(values.text('data-dir'), environment.defaultDataDir),
  profileId: values.text('profile'),
})

/** Only this command loads the MCP library. */
async function serveMcp(args: readonly string[], environment: Environment): Promise<ExitCode> {
  if (asksForHelp(args)) return writeText(mcpHelp(), environment)
  const values = readValues(args, mcpOptions, false)
  const { serveAssistant } = await import('./mcp/serve.ts')
  await serveAssistant(readingOf(values, environment))
  return exitCodes.fine
}

async function runWith(command: Command, values: Values, environment: Environment): Promise<ExitCode> {
  const { clock } = environment
  const options = readingOf(values, environment)
  const reading = await openReading(options)
  try {
    // The app may be locked while a command runs.
    const write = async (text: string): Promise<void> => {
      refuseWhileLocked(options.dataDir)
      await environment.write(text)
    }
    const output = await outputFor(values, reading, { ...environment, write })
    const place = { dataDir: options.dataDir, profileId: reading.profile.profile.id }
    const checkService = (): Promise<ServiceCheck> => environment.checkService(place)
    const code = await command.run({ values, reading, output, clock, checkService })
    if (command.needs !== undefined) for (const line of await missingData(reading, command.needs)) output.remark(line)
    return code
  } finally {
    await reading.close()
  }
}

async function outputFor(values: Values, reading: Reading, environment: Environment): Promise<Output> {
  const { hideAmounts, palette } = await reading.call('settings.read')
  return new Output({
    format: values.choice('format', formats),
    hidesAmounts: hideAmounts && !values.isGiven('amounts'),
    style: { ...environment.style, palette },
    write: environment.write,
    remark: (text) => environment.writeError(`${plainText(text)}\n`),
  })
}

/** Throws if a command cannot answer for a past day: an answer for today would be wrong. */
function assertNoPastDay({ name, options }: Command, args: readonly string[]): void {
  if (options.some((option) => option.name === 'as-of')) return
  if (args.some((arg) => arg === '--as-of' || arg.startsWith('--as-of=')))
    throw new UsageError(m.cli_no_past_day({ name }))
}

const asksForHelp = (args: readonly string[]): boolean => args.includes('--help') || args.includes('-h')

function writeHelp(name: string | null, environment: Environment): Promise<ExitCode> {
  switch (name) {
    case null:
    case 'help':
    case '--help':
    case '-h':
      return writeText(helpOfAll(allCommands, others()), environment)
    case 'mcp':
      return writeText(mcpHelp(), environment)
    case 'completion':
      return writeText(completionHelp(), environment)
    default:
      return writeText(helpOf(findCommand(name, allCommands, otherNames)), environment)
  }
}

function writeCompletion(args: readonly string[], environment: Environment): Promise<ExitCode> {
  if (asksForHelp(args)) return writeText(completionHelp(), environment)
  const [name = ''] = args
  const shell = shells.find((each) => each === name)
  if (shell === undefined) throw new UsageError(nameOneOf(name, shells, 'completion'))
  return writeText(completionFor(shell, allCommands, otherNames), environment)
}

async function writeText(text: string, { write }: Environment): Promise<ExitCode> {
  await write(text)
  return exitCodes.fine
}

/** The message of an AppError is meant for the user. Of any other error only its class and stack frames are shown. */
function messageOf(error: unknown, { logFault }: Environment): string {
  if (error instanceof AppError && error.code !== 'invalid-request') return plainText(errorText(error))
  if (error instanceof AppError) return m.cli_an_option_has_an_impossible_value()
  logFault('the command', error)
  return m.cli_something_went_wrong()
}
