import { formatUnits } from '../../insight/lots/units.ts'
import type { DayPrice, JournalEntry, Place } from './entry.ts'
import { accountPart } from './inert-text.ts'
import type { Survey } from './survey.ts'

/** What a journal begins with, beside what is found in the rows. */
export interface JournalHead {
  readonly survey: Survey
  /** Plain sentences, written as comments: what the reader has to know. */
  readonly remarks: readonly string[]
  /** Of an instrument; `null` where it is not known. */
  readonly nameOf: (symbol: string) => string | null
}

/** How a program writes a journal. */
export interface Dialect {
  readonly head: () => string
  readonly entry: (entry: JournalEntry) => string
  readonly price: (price: DayPrice) => string
}

/** Programs read years of four digits from 1400 on; the exact time stands beside the date. */
const [firstDate, lastDate] = [Date.UTC(1400, 0, 1), Date.UTC(9999, 11, 31)]

/** The UTC date. */
export const dateOf = (at: number): string =>
  new Date(Math.min(lastDate, Math.max(firstDate, at))).toISOString().slice(0, 'YYYY-MM-DD'.length)

export const accountName = ({ root, accountId, path }: Place): string =>
  [root, ...(accountId === null ? [] : [accountPart(accountId)]), path].join(':')

/** Money has at least cents: beancount takes the tolerance of a sum from its digits. */
export function moneyText(units: bigint): string {
  const text = formatUnits(units)
  const point = text.indexOf('.')
  return point < 0 ? `${text}.00` : text.padEnd(point + 3, '0')
}

export const piecesText = (units: bigint): string => formatUnits(units)

/** The first day of a lot whose time is not known. */
export const unknownLotDate = '1970-01-01'
