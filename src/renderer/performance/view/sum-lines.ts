import { compare, negate, sign, subtract, sum, type Decimal } from '#shared/decimal.ts'
import { figureTitles } from './figure-words.ts'

/** The figures from the value at the start to the value at the end. Fees and taxes reduce it. */
export interface SumFigures {
  readonly begin: Decimal | null
  readonly end: Decimal | null
  readonly netDeposits: Decimal | null
  readonly realized: Decimal | null
  readonly unrealized: Decimal | null
  readonly income: Decimal | null
  readonly fees: Decimal | null
  readonly taxes: Decimal | null
  readonly remainder: Decimal | null
}
export type SumKey = keyof SumFigures

export interface SumLine {
  readonly key: SumKey
  readonly title: string
  /** `equals` is the sum of the lines above it. */
  readonly role: 'begin' | 'part' | 'equals'
  /** With its sign in the sum: fees and taxes are negated. */
  readonly value: Decimal | null
}

const partKeys = ['netDeposits', 'realized', 'unrealized', 'income', 'fees', 'taxes', 'remainder'] as const
const lessening: readonly SumKey[] = ['fees', 'taxes']

const counted = (figures: SumFigures, key: SumKey): Decimal | null => {
  const value = figures[key]
  return value !== null && lessening.includes(key) ? negate(value) : value
}

/** The value of a figure by its name, with its sign in the sum; `null` if unknown. */
export function lineValue(figures: SumFigures, key: string): Decimal | null {
  const known = [...partKeys, 'begin', 'end'].find((each): each is SumKey => each === key)
  return known === undefined ? null : counted(figures, known)
}

/** The figures as a sum, in the order of addition. A remainder of zero is omitted. */
export function sumLines(figures: SumFigures): SumLine[] {
  const keys = partKeys.filter(
    (key) => key !== 'remainder' || figures.remainder === null || sign(figures.remainder) !== 0,
  )
  const line = (key: SumKey, role: SumLine['role']): SumLine => ({
    key,
    role,
    title: figureTitles[key],
    value: counted(figures, key),
  })
  return [line('begin', 'begin'), ...keys.map((key) => line(key, 'part')), line('end', 'equals')]
}

/** The profit: the change in value without deposits; `null` if a part is unknown. */
export function profitOf(figures: SumFigures): Decimal | null {
  const { begin, end, netDeposits } = figures
  return begin === null || end === null || netDeposits === null ? null : subtract(subtract(end, begin), netDeposits)
}

/** Whether the lines add up exactly; `unknown` if a line is unknown. */
export function checkSum(lines: readonly SumLine[]): 'adds-up' | 'differs' | 'unknown' {
  const known = lines.flatMap(({ role, value }) => (role === 'equals' || value === null ? [] : [value]))
  const end = lines.at(-1)?.value ?? null
  if (end === null || known.length < lines.length - 1) return 'unknown'
  return compare(sum(known), end) === 0 ? 'adds-up' : 'differs'
}

/**
 * The decimal places that show all lines exactly; `null` if more than four are needed: the lines are then rounded to two.
 */
export function exactPlaces(lines: readonly SumLine[]): number | null {
  const places = Math.max(2, ...lines.map(({ value }) => value?.split('.')[1]?.length ?? 0))
  return places > 4 ? null : places
}
