import { fitsPlaces, formatUnits, placesOf } from '../../insight/lots/units.ts'
import type { CommodityNames } from './commodity-names.ts'
import { noCurrency, type DayPrice, type JournalEntry, type Place, type Posting } from './entry.ts'
import { accountPart, oneLine } from './inert-text.ts'
import type { EntryChunk } from './journal-rows.ts'

/** The data that an exported journal declares before its first entry. */
export interface Survey {
  readonly firstAt: number | null
  readonly rowCount: number
  /** The number of entries of unknown kind. */
  readonly unknownCount: number
  /** The number of amounts whose currency is assumed, and of those whose currency is not known. */
  readonly assumedCurrencyCount: number
  readonly unknownCurrencyCount: number
  /** The number of decimal places by currency, and by symbol. */
  readonly currencies: ReadonlyMap<string, number>
  readonly symbols: ReadonlyMap<string, number>
  readonly places: readonly Place[]
}

const isOfMoney = (posting: Posting): posting is Extract<Posting, { money: bigint }> => 'money' in posting

/**
 * Reads all entries once. Its memory depends on the number of accounts, currencies and instruments, not on the number of
 * entries.
 */
export function* survey(chunks: Iterable<EntryChunk>): Generator<{ readonly rowCount: number }, Survey> {
  const [currencies, symbols, places] = [new Map<string, number>(), new Map<string, number>(), new Map<string, Place>()]
  const note = (decimals: Map<string, number>, name: string, units: bigint): void => {
    const known = decimals.get(name)
    // Nearly all amounts fit. To count the places of each of them leaves a dozen numbers as garbage.
    if (known === undefined || !fitsPlaces(units, known)) decimals.set(name, Math.max(known ?? 0, placesOf(units)))
  }
  let [firstAt, rowCount, unknownCount]: [number | null, number, number] = [null, 0, 0]
  let [assumedCurrencyCount, unknownCurrencyCount] = [0, 0]
  for (const chunk of chunks) {
    for (const { at, kind, id, isCurrencyAssumed, postings } of chunk.entries) {
      firstAt = Math.min(firstAt ?? at, at)
      if (id !== null) rowCount++
      if (kind === 'unknown') unknownCount++
      if (isCurrencyAssumed) assumedCurrencyCount++
      if (postings.some(isOfUnknownCurrency)) unknownCurrencyCount++
      for (const posting of postings) {
        const { root, accountId, path } = posting.place
        places.set(JSON.stringify([root, accountId, path]), posting.place)
        if (isOfMoney(posting)) note(currencies, posting.currency, posting.money)
        else {
          note(symbols, posting.symbol, posting.pieces)
          if (posting.lot !== null) note(currencies, posting.lot.currency, posting.lot.total)
        }
      }
    }
    for (const { symbol, currency } of chunk.prices) {
      note(symbols, symbol, 0n)
      note(currencies, currency, 0n)
    }
    yield { rowCount: chunk.rowCount }
  }
  const counts = { rowCount, unknownCount, assumedCurrencyCount, unknownCurrencyCount }
  return { firstAt, ...counts, currencies, symbols, places: [...places.values()] }
}

const isOfUnknownCurrency = (posting: Posting): boolean =>
  isOfMoney(posting) && posting.currency === noCurrency && posting.money !== 0n

/** The data for the head of an exported journal. */
export interface JournalHead {
  readonly survey: Survey
  /** Plain sentences that the reader must know, written as comments. */
  readonly remarks: readonly string[]
  /** The name of an instrument; `null` if it is not known. */
  readonly nameOf: (symbol: string) => string | null
}

/** The syntax of a program's journal. */
export interface Dialect {
  readonly head: () => string
  readonly entry: (entry: JournalEntry) => string
  readonly price: (price: DayPrice) => string
}

/** The programs read years of four digits from 1400. The exact time is a tag of the entry. */
const [firstDate, lastDate] = [Date.UTC(1400, 0, 1), Date.UTC(9999, 11, 31)]

/** The UTC date. */
export const dateOf = (at: number): string =>
  new Date(Math.min(lastDate, Math.max(firstDate, at))).toISOString().slice(0, 'YYYY-MM-DD'.length)

export const accountName = ({ root, accountId, path }: Place): string =>
  [root, ...(accountId === null ? [] : [accountPart(accountId)]), path].join(':')

/** Money has at least two decimals, because beancount derives the tolerance of a sum from its digits. */
export function moneyText(units: bigint): string {
  const text = formatUnits(units)
  const point = text.indexOf('.')
  return point < 0 ? `${text}.00` : text.padEnd(point + 3, '0')
}

/** The date of a lot whose opening time is not known. */
export const unknownLotDate = '1970-01-01'

/** The amount of a posting: money, or pieces with the text of `lotText` about their lot and its total cost. */
export function amountText(
  posting: Posting,
  names: CommodityNames,
  lotText: (lot: Lot, total: string) => string,
): string {
  if ('money' in posting) return `${moneyText(posting.money)} ${names.currency(posting.currency)}`
  const { pieces, symbol, lot } = posting
  const amount = `${formatUnits(pieces)} ${names.instrument(symbol)}`
  return lot === null ? amount : `${amount} ${lotText(lot, `${moneyText(lot.total)} ${names.currency(lot.currency)}`)}`
}

type Lot = NonNullable<Extract<Posting, { pieces: bigint }>['lot']>

/** Plain sentences as comments, at the start of the exported journal. */
export const remarkLines = (remarks: readonly string[]): string[] => [
  ...remarks.map((remark) => `; ${oneLine(remark)}`),
  '',
]
