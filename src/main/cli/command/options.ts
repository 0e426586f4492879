import { parseArgs } from 'node:util'
import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import { formats } from '../output/output.ts'
import { plainText } from '../output/terminal-text.ts'
import { nearestOf, suggest } from './nearest.ts'

/** The command line is wrong. The message says why. */
export class UsageError extends AppError {
  constructor(message: string) {
    super('invalid', message)
  }
}

/** An option of a command. */
export interface Option {
  readonly name: string
  /** The name of its value in the help. An option without it is a switch. */
  readonly value?: string
  /** The description for the help, in the present language. */
  readonly words: () => string
  /** The allowed values. Without them any text is allowed. */
  readonly choices?: readonly string[]
  /** It may be repeated. */
  readonly isList?: true
  /** The help does not list it, because another option's line names it. */
  readonly isUnlisted?: true
}

/** Options of every command. */
export const commonOptions: readonly Option[] = [
  { name: 'format', value: 'FORMAT', words: () => m.cli_formats({ formats: formats.join(', ') }), choices: formats },
  { name: 'profile', value: 'ID', words: m.cli_profile },
  { name: 'data-dir', value: 'DIR', words: m.cli_data_dir },
  { name: 'amounts', words: m.cli_amounts },
  { name: 'help', words: m.cli_help },
]

export const accountOption: Option = { name: 'account', value: 'ID', words: m.cli_only_this_account }

/** The checked options of a call, and its positional arguments. */
export class Values {
  readonly #values: Readonly<Record<string, readonly string[] | true>>
  readonly positionals: readonly string[]

  constructor(values: Readonly<Record<string, readonly string[] | true>>, positionals: readonly string[]) {
    this.#values = values
    this.positionals = positionals
  }

  isGiven(name: string): boolean {
    return this.#values[name] !== undefined
  }

  /** The value of an option; the last one if it is repeated; `null` if it is missing. */
  text(name: string): string | null {
    const value = this.#values[name]
    return value === undefined || value === true ? null : (value.at(-1) ?? null)
  }

  /** All values of an option that may be repeated. */
  list(name: string): readonly string[] {
    const value = this.#values[name]
    return value === undefined || value === true ? [] : value
  }

  /** The value of an option with these choices. Without the option, the first choice. */
  choice<const T extends string>(name: string, choices: readonly [T, ...T[]]): T {
    const given = this.text(name)
    return choices.find((each) => each === given) ?? choices[0]
  }

  /** A whole number of at least 1; `null` if the option is missing. */
  count(name: string): number | null {
    const given = this.text(name)
    if (given === null) return null
    if (!/^[1-9]\d{0,14}$/.test(given)) throw new UsageError(m.cli_is_a_whole_number({ name }))
    return Number(given)
  }
}

/** Parses the arguments of a command. Throws UsageError for an unknown option or a wrong value. */
export function readValues(args: readonly string[], options: readonly Option[], takesPositionals: boolean): Values {
  const { values, positionals } = parse(args, options)
  const read: Record<string, readonly string[] | true> = {}
  for (const option of options) {
    const given = values[option.name]
    if (given === undefined || given === false) continue
    if (given === true) read[option.name] = true
    else read[option.name] = check(option, Array.isArray(given) ? given.map(String) : [given])
  }
  const [first] = positionals
  if (first !== undefined && !takesPositionals) throw new UsageError(m.cli_unexpected_argument({ argument: first }))
  return new Values(read, positionals)
}

function check({ name, choices, isList }: Option, given: readonly string[]): readonly string[] {
  if (given.length > 1 && isList !== true) throw new UsageError(m.cli_is_given_more_than_once({ name }))
  const wrong = given.find((value) => choices !== undefined && !choices.includes(value))
  if (wrong !== undefined && choices !== undefined) {
    const nearest = nearestOf(wrong, choices)
    throw new UsageError(
      nearest === null
        ? m.cli_is_one_of({ name, choices: choices.join(', ') })
        : m.cli_did_you_mean({ nearest: `--${name} ${nearest}` }),
    )
  }
  if (given.includes('')) throw new UsageError(m.cli_is_empty({ name }))
  return given
}

/** The tokens are checked here, because the messages of Node are in English only. */
function parse(args: readonly string[], options: readonly Option[]) {
  const parsed = parseArgs({
    args: withSignedValues(args, options),
    allowPositionals: true,
    strict: false,
    tokens: true,
    options: Object.fromEntries(
      options.map(({ name, value }) => [
        name,
        value === undefined ? { type: 'boolean' as const } : { type: 'string' as const, multiple: true },
      ]),
    ),
  })
  for (const token of parsed.tokens) if (token.kind === 'option') assertOption(token, options)
  return parsed
}

interface GivenOption {
  readonly name: string
  /** As it was typed. */
  readonly rawName: string
  readonly value: string | undefined
  readonly inlineValue: boolean | undefined
}

function assertOption({ name, rawName, value, inlineValue }: GivenOption, options: readonly Option[]): void {
  const option = options.find((each) => each.name === name)
  if (option === undefined || !rawName.startsWith('--')) {
    const flags = options.map((each) => `--${each.name}`)
    throw new UsageError(
      suggest(rawName, flags, m.cli_help_lists_the_options(), m.cli_there_is_no_option({ option: plainText(rawName) })),
    )
  }
  if (option.value === undefined && value !== undefined) throw new UsageError(m.cli_takes_no_value({ name }))
  // The next option is not a value, unless `=` says so.
  const isMissing = value === undefined || (inlineValue !== true && /^-./.test(value))
  if (option.value !== undefined && isMissing) throw new UsageError(m.cli_needs_a_value({ name }))
}

/** Turns `--min -5` into `--min=-5`, because a negative number would be parsed as an option. */
function withSignedValues(args: readonly string[], options: readonly Option[]): string[] {
  const takesValue = (arg: string): boolean =>
    options.some(({ name, value }) => value !== undefined && arg === `--${name}`)
  const joined: string[] = []
  for (const arg of args) {
    const before = joined.at(-1)
    if (before !== undefined && /^-[\d.]/.test(arg) && takesValue(before))
      joined[joined.length - 1] = `${before}=${arg}`
    else joined.push(arg)
  }
  return joined
}
