import { add, subtract, sum, zero, type Decimal } from '#shared/decimal.ts'
import type { DayChange, PositionChange } from '#shared/model/ledger/past-day.ts'
import type { Money } from '#shared/model/values.ts'
import { hasUnknownCurrency } from '#shared/unknown-currency.ts'
import type { PricedInstrument } from '../history/past-price.ts'
import { formatUnits } from '../lots/units.ts'
import type { Window, WindowTrades } from './account-replay.ts'
import { type ValuedAccount, type ValuedPosition, valueHolding, type QuoteAt } from './value-account.ts'

/** An account at two times, and its rows between them. */
export interface AccountWindow {
  readonly before: ValuedAccount
  readonly after: ValuedAccount
  readonly window: Window
}

/** The change of one instrument in one account between two times. */
export type Change = Omit<PositionChange, 'name'> & {
  /** The value of pieces that were transferred in from outside, by currency; `null` if it is not known. */
  readonly movedIn: readonly Money[] | null
  /** Money paid for pieces less their proceeds, by currency; `null` if it is not known. */
  readonly paidIn: readonly Money[] | null
}

/**
 * Compares each instrument of one account at two times. `price` is the change of value that purchases, sales and
 * transfers do not explain; `null` if a figure is not known or if several currencies are involved.
 */
export function comparePositions(
  { before, after, window }: AccountWindow,
  instrumentOf: (symbol: string) => PricedInstrument,
  quoteAt: QuoteAt,
): Change[] {
  const [first, last] = [bySymbol(before), bySymbol(after)]
  const symbols = new Set([...first.keys(), ...last.keys(), ...window.bySymbol.keys()])
  return [...symbols].sort().map((symbol) => {
    const trades = window.bySymbol.get(symbol)
    const [begin, end] = [valueIn(first.get(symbol)), valueIn(last.get(symbol))]
    const paidIn = trades === undefined ? [] : trades.paid === null ? null : readMoney(trades.paid)
    const movedIn = trades === undefined ? [] : valueMoved(symbol, trades, instrumentOf(symbol), quoteAt)
    const sums = [begin, end, ...(paidIn ?? []), ...(movedIn ?? [])].filter((each) => each !== null)
    const currencies = new Set(sums.map((each) => each.currency).filter((code) => code !== ''))
    const [currency = last.get(symbol)?.currency ?? first.get(symbol)?.currency ?? null] = currencies
    // An amount paid in one currency and valued in another has no profit in a single currency.
    const isOne = currencies.size < 2
    const isKnown = isOne && begin !== null && end !== null && paidIn !== null && movedIn !== null
    const paid = paidIn === null || !isOne ? null : addAll(paidIn)
    return {
      symbol,
      currency,
      trades: trades?.trades ?? 0,
      paid,
      paidIn,
      movedIn,
      before: first.has(symbol) ? (first.get(symbol)?.quantity ?? null) : zero,
      after: last.has(symbol) ? (last.get(symbol)?.quantity ?? null) : zero,
      valueBefore: begin?.amount ?? null,
      valueAfter: end?.amount ?? null,
      price: isKnown ? subtract(subtract(end.amount, begin.amount), add(addAll(paidIn), addAll(movedIn))) : null,
    }
  })
}

/** Merges the changes of several accounts by instrument. A figure is `null` if one account lacks it. */
export function mergeChanges(changes: readonly Change[]): Omit<PositionChange, 'name'>[] {
  return [...Map.groupBy(changes, ({ symbol }) => symbol)].map(([symbol, own]) => {
    const currencies = new Set(own.map(({ currency }) => currency))
    const [currency = null] = currencies
    const total = (name: 'before' | 'after' | 'valueBefore' | 'valueAfter' | 'paid' | 'price'): Decimal | null => {
      const known = own.map((each) => each[name]).filter((each) => each !== null)
      const mayAdd = currencies.size === 1 || name === 'before' || name === 'after'
      return mayAdd && known.length === own.length ? sum(known) : null
    }
    return {
      symbol,
      currency,
      trades: own.reduce((count, { trades }) => count + trades, 0),
      before: total('before'),
      after: total('after'),
      paid: total('paid'),
      price: total('price'),
      valueBefore: total('valueBefore'),
      valueAfter: total('valueAfter'),
    }
  })
}

/**
 * Adds the changes of all accounts by currency; money of unknown currency (`''`) comes last. The causes add up exactly to
 * the change.
 */
export function totalChanges(
  accounts: readonly (AccountWindow & { readonly changes: readonly Change[] })[],
): DayChange[] {
  const changes = accounts.flatMap((account) => account.changes)
  const positions = (side: Side) => accounts.flatMap((account) => account[side].positions)
  const cash = (side: Side) => accounts.flatMap((account) => [...account[side].cash, ...account[side].blocked])
  const caused = (cause: string): Money[] =>
    accounts.flatMap(({ window }) =>
      [...window.money]
        .filter(([key]) => key.startsWith(`${cause} `))
        .map(([key, amount]) => ({ currency: key.slice(cause.length + 1), amount: formatUnits(amount) })),
    )
  const moved = changes.flatMap(({ movedIn }) => movedIn ?? [])
  const paid = changes.flatMap(({ paidIn }) => paidIn ?? [])
  const [deposited, income] = [[...caused('deposits'), ...moved], caused('income')]
  const [fees, taxes, other] = [caused('fees'), caused('taxes'), caused('other')]
  const held = [...positions('before'), ...positions('after')].flatMap((each) => valueIn(each) ?? [])
  const all = [...cash('before'), ...cash('after'), ...held, ...deposited, ...income, ...fees, ...taxes, ...other]
  const hasUnknown = hasUnknownCurrency(all)
  const codes = [...new Set(all.map(({ currency }) => currency))].filter((code) => code !== '').sort()
  const currencies = hasUnknown ? [...codes, ''] : codes
  return currencies.map((currency) => {
    const own = (list: readonly Money[]): Decimal => addAll(list.filter((each) => each.currency === currency))
    // A position of unknown currency may be in this currency.
    const mayBeIn = (each: { readonly currency: string | null }): boolean =>
      currency === '' ? each.currency === '' : (each.currency ?? currency) === currency
    const valuesOf = (side: Side): Decimal | null => {
      const isUnknown = positions(side).some((each) => valueIn(each) === null && mayBeIn(each))
      return isUnknown ? null : own(positions(side).flatMap((each) => valueIn(each) ?? []))
    }
    const [before, after] = [valuesOf('before'), valuesOf('after')]
    const begin = before === null ? null : add(before, own(cash('before')))
    const end = after === null ? null : add(after, own(cash('after')))
    const change = begin === null || end === null ? null : subtract(end, begin)
    const isExplained = !changes.some((each) => (each.paidIn === null || each.movedIn === null) && mayBeIn(each))
    const price =
      before === null || after === null || !isExplained
        ? null
        : subtract(subtract(after, before), add(own(paid), own(moved)))
    const causes = { deposits: own(deposited), income: own(income), fees: own(fees), taxes: own(taxes) }
    const rest = change === null || price === null ? null : subtract(change, sum([...Object.values(causes), price]))
    return { currency, begin, end, change, ...causes, price, other: rest }
  })
}

type Side = 'before' | 'after'

const bySymbol = ({ positions }: ValuedAccount): Map<string, ValuedPosition> =>
  new Map(positions.map((position) => [position.symbol, position]))

/** The value of a position: zero if nothing is held and for a future; `null` if it is not known. */
function valueIn(position: ValuedPosition | undefined): { readonly currency: string; readonly amount: Decimal } | null {
  if (position === undefined || position.note === 'future') return nothing
  const { value, currency } = position
  return value === null || currency === null ? null : { currency, amount: value }
}

const nothing = { currency: '', amount: zero }

function valueMoved(
  symbol: string,
  { moved }: WindowTrades,
  instrument: PricedInstrument,
  quoteAt: QuoteAt,
): Money[] | null {
  const values = moved.map(({ at, pieces, traded, splitAt }) => {
    const { value, currency } = valueHolding({ symbol, pieces, traded, splitAt, due: 0n }, instrument, at, quoteAt)
    return value === null || currency === null ? null : { currency, amount: formatUnits(value) }
  })
  const known = values.filter((value) => value !== null)
  return known.length < values.length ? null : known
}

const readMoney = (amounts: ReadonlyMap<string, bigint>): Money[] =>
  [...amounts].map(([currency, amount]) => ({ currency, amount: formatUnits(amount) }))

const addAll = (list: readonly Money[]): Decimal => sum(list.map(({ amount }) => amount))
