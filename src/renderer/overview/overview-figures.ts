import { add, compare, divide, sign, zero, type Decimal } from '#shared/decimal.ts'
import { m } from '#shared/messages/messages.js'
import type { EquityCurrency } from '#shared/model/currency.ts'
import type { AccountSummary } from '#shared/model/portfolio.ts'
import type { EventRow } from '#shared/model/transaction/transaction.ts'

/** Below this fraction of the equity, a margin call is near and the distance is highlighted. */
export const nearMarginCallShare = 0.2

/** The margin distance as a fraction of the equity, 0 … 1; `null` unless both are known and the equity is above zero. */
export function freeShare(distance: Decimal | null, equity: Decimal | null): number | null {
  if (distance === null || equity === null || sign(equity) <= 0) return null
  if (compare(distance, zero) <= 0) return 0
  const share = divide(distance, equity, 4)
  return share === null ? null : Math.min(1, Number(share))
}

/** The next `count` events and the latest `count` past events; in both lists, those closest to today come first. */
export function splitEvents(events: readonly EventRow[], count: number): { upcoming: EventRow[]; past: EventRow[] } {
  const sorted = events.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
  return {
    upcoming: sorted.filter(({ isAhead }) => isAhead).slice(0, count),
    past: sorted
      .filter(({ isAhead }) => !isAhead)
      .slice(-count)
      .toReversed(),
  }
}

/** The accounts with cash in a currency, the largest amount first. One account may list a currency more than once. */
export const cashHolders = (
  accounts: readonly Pick<AccountSummary, 'id' | 'cash'>[],
  currency: string,
): { accountId: string; amount: Decimal }[] =>
  accounts
    .flatMap(({ id, cash }) => {
      const amounts = cash.filter((money) => money.currency === currency).map(({ amount }) => amount)
      return amounts.length === 0
        ? []
        : [{ accountId: id, amount: amounts.reduce((sum, amount) => add(sum, amount), zero) }]
    })
    .toSorted((a, b) => compare(b.amount, a.amount))

/** The source of the currency of equity, for a title. */
export function equityCurrencyWords(known: EquityCurrency | null): string {
  if (known === null) return m.overview_no_currency_reported()
  const { currency, inferred } = known
  return inferred ? m.overview_currency_inferred({ currency }) : m.overview_currency_chosen({ currency })
}
