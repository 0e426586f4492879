import { add, subtract, sum, zero, type Decimal } from '../../../shared/decimal.ts'
import type { DayChange, PositionChange } from '../../../shared/model/past-day.ts'
import type { Money } from '../../../shared/model/values.ts'
import type { PricedInstrument } from '../history/past-price.ts'
import { formatUnits } from '../lots/units.ts'
import type { Window, WindowTrades } from './past-ledger.ts'
import type { ValuedAccount, ValuedPosition } from './value-account.ts'
import { valueHolding, type QuoteAt } from './value-holding.ts'

/** An account at two times, and the rows between them. */
export interface AccountWindow {
  readonly before: ValuedAccount
  readonly after: ValuedAccount
  readonly window: Window
}

export type Change = Omit<PositionChange, 'name'> & {
  /** Pieces that came in from outside at their value, by currency; `null` where it is not known. */
  readonly movedIn: readonly Money[] | null
  readonly paidIn: readonly Money[] | null
}

/** What changed in each instrument of one account. */
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
    const [currency = null] = currencies
    // What was paid in one currency and is valued in another gains nothing that one figure could say.
    const isOne = currencies.size < 2
    const isKnown = isOne && begin !== null && end !== null && paidIn !== null && movedIn !== null
    const paid = paidIn === null || !isOne ? null : addAll(paidIn)
    return {
      ...{ symbol, currency, trades: trades?.trades ?? 0, paid, paidIn, movedIn },
      before: first.has(symbol) ? (first.get(symbol)?.quantity ?? null) : zero,
      after: last.has(symbol) ? (last.get(symbol)?.quantity ?? null) : zero,
      valueBefore: begin?.amount ?? null,
      valueAfter: end?.amount ?? null,
      price: isKnown ? subtract(subtract(end.amount, begin.amount), add(addAll(paidIn), addAll(movedIn))) : null,
    }
  })
}

/** The changes of several accounts as one of each instrument; a figure that one of them lacks is not known. */
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
      ...{ symbol, currency, trades: own.reduce((count, { trades }) => count + trades, 0) },
      ...{ before: total('before'), after: total('after'), paid: total('paid'), price: total('price') },
      ...{ valueBefore: total('valueBefore'), valueAfter: total('valueAfter') },
    }
  })
}

/** What changed by currency, over all accounts: the causes add up to the change to the last digit. */
export function totalChanges(
  accounts: readonly (AccountWindow & { readonly changes: readonly Change[] })[],
): DayChange[] {
  const changes = accounts.flatMap((account) => account.changes)
  const isKnown = accounts.every(({ before, after }) => before.parts !== null && after.parts !== null)
  const isExplained = isKnown && changes.every(({ paidIn, movedIn }) => paidIn !== null && movedIn !== null)
  const begin = accounts.flatMap(({ before }) => before.parts ?? [])
  const end = accounts.flatMap(({ after }) => after.parts ?? [])
  const values = (side: 'before' | 'after') => accounts.flatMap((account) => account[side].positions)
  const moved = changes.flatMap(({ movedIn }) => movedIn ?? [])
  const paid = changes.flatMap(({ paidIn }) => paidIn ?? [])
  const caused = (cause: string): Money[] =>
    accounts.flatMap(({ window }) =>
      [...window.money]
        .filter(([key]) => key.startsWith(`${cause} `))
        .map(([key, amount]) => ({ currency: key.slice(cause.length + 1), amount: formatUnits(amount) })),
    )
  const causes = { deposits: [...caused('deposits'), ...moved], income: caused('income'), fees: caused('fees') }
  const charges = { taxes: caused('taxes') }
  const cash = accounts.flatMap(({ before, after }) => [...before.cash, ...after.cash])
  const all = [...begin, ...end, ...cash, ...Object.values({ ...causes, ...charges }).flat(), ...caused('other')]
  const currencies = [...new Set(all.map(({ currency }) => currency))].sort()
  return currencies.map((currency) => {
    const own = (list: readonly Money[]): Decimal => addAll(list.filter((each) => each.currency === currency))
    const worth = (list: readonly ValuedPosition[]): Decimal => own(list.flatMap((each) => valueIn(each) ?? []))
    const [deposits, income, fees, taxes] = [
      own(causes.deposits),
      own(causes.income),
      own(causes.fees),
      own(charges.taxes),
    ]
    const change = isKnown ? subtract(own(end), own(begin)) : null
    const price = isExplained
      ? subtract(subtract(worth(values('after')), worth(values('before'))), add(own(paid), own(moved)))
      : null
    const known = price === null ? null : sum([deposits, income, fees, taxes, price])
    return {
      ...{ currency, begin: isKnown ? own(begin) : null, end: isKnown ? own(end) : null, change },
      ...{ deposits, income, fees, taxes, price },
      other: change === null || known === null ? null : subtract(change, known),
    }
  })
}

const bySymbol = ({ positions }: ValuedAccount): Map<string, ValuedPosition> =>
  new Map(positions.map((position) => [position.symbol, position]))

/** Zero where nothing was held, and of a future; `null` where a value is not known. */
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
  const worths = moved.map(({ at, pieces, traded, splitAt }) => {
    const { value, currency } = valueHolding({ symbol, pieces, traded, splitAt }, instrument, at, quoteAt)
    return value === null || currency === null ? null : { currency, amount: formatUnits(value) }
  })
  const known = worths.filter((worth) => worth !== null)
  return known.length < worths.length ? null : known
}

const readMoney = (amounts: ReadonlyMap<string, bigint>): Money[] =>
  [...amounts].map(([currency, amount]) => ({ currency, amount: formatUnits(amount) }))

const addAll = (list: readonly Money[]): Decimal => sum(list.map(({ amount }) => amount))
