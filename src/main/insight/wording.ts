import { decimalOf } from '#shared/decimal.ts'
import type { Wording } from '#shared/model/wording.ts'
import { formatUnits, magnitude } from './lots/units.ts'

type Value = Exclude<Wording[number], string>

/** Each function returns a mark that stands for a value in a text. */
export interface Marks {
  /** An amount in units of 10⁻¹⁸, shown without its sign. */
  readonly number: (units: bigint) => string
  /** As `number`, with the decimals of this currency, which the text itself names. */
  readonly money: (units: bigint, currency: string) => string
  readonly whole: (count: bigint) => string
  /** The UTC date of a time (UTC ms). */
  readonly date: (at: number) => string
}

/** Splits a text into its parts: plain strings, and the values that `write` marks. The window formats the values. */
export function wordingOf(write: (marks: Marks) => string): Wording {
  const values: Value[] = []
  const mark = (value: Value): string => `\uE000${values.push(value) - 1}\uE001`
  const text = write({
    number: (units) => mark({ number: formatUnits(magnitude(units)) }),
    money: (units, currency) => mark({ money: formatUnits(magnitude(units)), currency }),
    whole: (count) => mark({ number: decimalOf(count) }),
    date: (at) => mark({ date: new Date(at).toISOString().slice(0, 10) }),
  })
  return text
    .split(/\uE000(\d+)\uE001/)
    .flatMap((part, index) => (index % 2 === 1 ? (values[Number(part)] ?? []) : part === '' ? [] : part))
}
