import { z } from 'zod'
import { UsageError, Values, type Option } from '../../command/options.ts'
import type { Tool } from './tool.ts'

const maxTextLength = 512
const maxValues = 200
const defaultRows = 50
const maxRows = 500

const fieldOf = (option: string): string => option.replaceAll('-', '_')

/** The arguments of a tool: the options of its command, as JSON. */
export function inputOf({ options, isPaged }: Pick<Tool, 'options' | 'isPaged'>) {
  const fields: Record<string, z.ZodType> = Object.fromEntries(
    options.map((each) => [fieldOf(each.name), inputFor(each)]),
  )
  if (isPaged) {
    fields['cursor'] = z.string().max(64).optional().describe('next of the page before, with the same arguments')
    fields['limit'] = z.int().min(1).max(maxRows).optional().describe(`rows of a page; ${defaultRows} without it`)
  }
  return z.strictObject(fields)
}

function inputFor({ name, value, choices, isList, words }: Option): z.ZodType {
  if (value === undefined) return z.boolean().optional().describe(words())
  const one = choices === undefined ? z.string().min(1).max(maxTextLength) : z.enum(choices)
  const described = name.startsWith('not-') ? `not: ${words()}` : words()
  return (isList === true ? z.array(one).min(1).max(maxValues) : one).optional().describe(described)
}

interface Question {
  readonly values: Values
  readonly cursor: string | null
  readonly limit: number
}

/** Converts arguments that match `inputOf` to the options of a command. */
export function questionOf({ options }: Pick<Tool, 'options'>, given: Readonly<Record<string, unknown>>): Question {
  const values: Record<string, readonly string[] | true> = {}
  for (const { name } of options) {
    const value = given[fieldOf(name)]
    if (value === true) values[name] = true
    else if (typeof value === 'string') values[name] = [value]
    else if (Array.isArray(value)) values[name] = value.map(String)
  }
  const { cursor, limit } = given
  return {
    values: new Values(values, []),
    cursor: typeof cursor === 'string' ? cursor : null,
    limit: typeof limit === 'number' ? limit : defaultRows,
  }
}

/** Throws UsageError for a filter by amounts: amounts that are not shown must not be found by a filter either. */
export function assertNoAmounts(values: Values): void {
  if (['min', 'max', 'not-min', 'not-max'].some((name) => values.isGiven(name)))
    throw new UsageError('Amounts are not shown to assistants, so a filter by amount is not answered.')
}

/** Translates the option names in a message of the command line: `--not-kind` is `not_kind` in a tool. */
export const inToolWords = (message: string): string =>
  message.replace(/--([a-z-]+)/g, (_, option: string) => fieldOf(option))
