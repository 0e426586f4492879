import type { PriceShock } from '../../shared/model/margin.ts'
import type { Cache } from '../cache/cache.ts'
import type { StoredAccount } from '../cache/tables/accounts.ts'
import type { CurrencyReading } from '../currency/read-rates.ts'
import type { MarginRow } from '../insight/margin/margin-positions.ts'
import { stressMargin, type Stress } from '../insight/margin/stress-margin.ts'
import { buildPositionRows } from '../insight/portfolio/position-rows.ts'

type Reading = Pick<CurrencyReading, 'bookTo' | 'equityCurrencyOf'>

/** Stresses an account with the rates that are known now. */
export function stressAccount(
  { account }: Pick<StoredAccount, 'account'>,
  rows: readonly MarginRow[],
  { bookTo, equityCurrencyOf }: Reading,
  shocks: readonly PriceShock[] = [],
): Stress {
  const currency = equityCurrencyOf(account)
  return stressMargin({ account, rows, currency, to: currency === null ? null : bookTo(currency.currency), shocks })
}

/** The positions of one account, valued with its reference data. */
export function readMarginRows(cache: Pick<Cache, 'instrumentDetails'>, stored: StoredAccount): readonly MarginRow[] {
  const symbols = stored.account.positions.map(({ symbol }) => symbol)
  const details = cache.instrumentDetails.getMany([...new Set(symbols)])
  return buildPositionRows([stored], new Map(details.map((one) => [one.details.symbol, one.details])))
}
