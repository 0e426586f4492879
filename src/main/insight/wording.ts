import { decimalOf } from '../../shared/decimal.ts'
import type { Wording } from '../../shared/model/wording.ts'
import { formatUnits, magnitude } from './lots/units.ts'

type Value = Exclude<Wording[number], string>

/** Marks the places of values in a text. */
export interface Marks {
  /** A number in units, without its sign. */
  readonly number: (units: bigint) => string
  readonly whole: (count: bigint) => string
  /** The UTC date of an instant (ms). */
  readonly date: (at: number) => string
}

/** A text of messages whose values are marked, in parts. */
export function wordingOf(write: (marks: Marks) => string): Wording {
  const values: Value[] = []
  const mark = (value: Value): string => `\uE000${values.push(value) - 1}\uE001`
  const text = write({
    number: (units) => mark({ number: formatUnits(magnitude(units)) }),
    whole: (count) => mark({ number: decimalOf(count) }),
    date: (at) => mark({ date: new Date(at).toISOString().slice(0, 10) }),
  })
  return text
    .split(/\uE000(\d+)\uE001/)
    .flatMap((part, index) => (index % 2 === 1 ? (values[Number(part)] ?? []) : part === '' ? [] : part))
}
