import { dayMs } from '#shared/durations.ts'
import { tradedPrice, valueOf, type PricedInstrument } from '../../insight/history/past-price.ts'
import { piecesOf, type LedgerRow } from '../../insight/ledger/row.ts'
import { roundedQuotient, unitPlaces } from '../../insight/lots/units.ts'
import type { DayPrice } from './entry.ts'

/** One piece, in units. */
export const onePiece = 10n ** BigInt(unitPlaces)
/** The decimal places of a price that is a quotient. */
const pricePlaces = 12

/**
 * The last price of each instrument and UTC day, from the trades of that day. A bond is valued with its face value on the day.
 */
export class DayPrices {
  readonly #instrumentOf: (symbol: string) => PricedInstrument
  readonly #today = new Map<string, DayPrice>()
  #ended: DayPrice[] = []
  #day = -Infinity

  constructor(instrumentOf: (symbol: string) => PricedInstrument) {
    this.#instrumentOf = instrumentOf
  }

  see(row: LedgerRow): void {
    const day = Math.floor(row.at / dayMs)
    if (day > this.#day) {
      this.#end()
      this.#day = day
    }
    const pieces = row.trade === null ? null : piecesOf(row)
    if (pieces === null || pieces === 0n) return
    const instrument = this.#instrumentOf(row.symbol)
    const traded = tradedPrice(row, pieces, instrument)
    const price = traded === null ? null : valueOf(onePiece, traded, instrument, row.at)
    if (traded === null || price === null || price <= 0n) return
    this.#today.set(row.symbol, { at: row.at, symbol: row.symbol, currency: traded.currency, price: rounded(price) })
  }

  take(isEnd: boolean): DayPrice[] {
    if (isEnd) this.#end()
    const ended = this.#ended
    this.#ended = []
    return ended
  }

  #end(): void {
    this.#ended.push(...this.#today.values())
    this.#today.clear()
  }
}

/** Rounds an infinite quotient to this many places. A finite quotient is exact. */
export const rounded = (price: bigint): bigint => roundedQuotient(price, 1n, pricePlaces)
