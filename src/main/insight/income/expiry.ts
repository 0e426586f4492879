import type { Account } from '#shared/model/account.ts'
import type { Maturity } from '#shared/model/bond.ts'
import type { IncomeKind, UnsettledContract } from '#shared/model/ledger/income.ts'
import { dateOf, dayOfDate } from '../events/days.ts'
import { heldPositions, type DetailsBySymbol } from '../portfolio/account-summary.ts'
import type { IncomeEvent } from './income-event.ts'

/** How instruments of these types end. */
const endOfType: Readonly<Record<string, Extract<IncomeKind, 'expiry' | 'redemption'>>> = {
  OPTIONS: 'expiry',
  FUTURES: 'expiry',
  BONDS: 'redemption',
}

/** Whether instruments of a type expire. */
export const isExpiring = (type: string): boolean => endOfType[type] === 'expiry'

/**
 * Returns the expiry of an option or a future by its reference data; empty if the service states no complete date. It has no
 * amount, because what an expiration pays depends on prices.
 */
export function expiryOf(symbol: string, expirationDate: string | null): IncomeEvent[] {
  const day = dayOfDate(expirationDate)
  if (day === null) return []
  const rule = { code: 'expiry-date' } as const
  const noPayment = { each: null, currency: '', endsOn: null }
  return [{ symbol, kind: 'expiry', date: dateOf(day), day, ...noPayment, source: 'event', rule }]
}

/**
 * Returns the held options, futures and bonds whose last day is over, oldest first, and then those whose reference data has
 * not been read. `today` in days since 1970. `typeOf`: the type by the list of all instruments. `maturities`: of the bonds.
 */
export function unsettledContracts(
  accounts: readonly Account[],
  details: DetailsBySymbol,
  typeOf: (symbol: string) => string | null,
  maturities: ReadonlyMap<string, Maturity>,
  today: number,
): Omit<UnsettledContract, 'name'>[] {
  const found = accounts.flatMap((account) =>
    heldPositions(account).flatMap(({ symbol, quantity }) => {
      const known = details.get(symbol)
      const kind = endOfType[known?.type ?? typeOf(symbol) ?? '']
      if (kind === undefined) return []
      const day = dayOfDate((kind === 'redemption' ? maturities.get(symbol)?.on : known?.expirationDate) ?? null)
      if ((known !== undefined || day !== null) && (day === null || day >= today)) return []
      return [{ accountId: account.id, symbol, kind, date: day === null ? null : dateOf(day), quantity }]
    }),
  )
  return found.sort((a, b) => (a.date ?? '9999').localeCompare(b.date ?? '9999'))
}
