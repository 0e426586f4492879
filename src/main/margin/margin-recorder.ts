import type { Topic } from '#shared/contract/contract.ts'
import { parseDecimal, toPlaces } from '#shared/decimal.ts'
import type { PriceShock } from '#shared/model/margin.ts'
import type { Cache } from '../cache/cache.ts'
import type { StoredAccount } from '../cache/tables/accounts.ts'
import { type CurrencyReading, readCurrencies, type RateSource } from '../currency/read-rates.ts'
import type { MarginRow } from '../insight/margin/margin-positions.ts'
import { stressMargin, type Stress } from '../insight/margin/stress-margin.ts'
import { buildPositionRows } from '../insight/portfolio/position-rows.ts'
import type { Journal } from '../journal/journal.ts'

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
function readMarginRows(cache: Pick<Cache, 'instrumentDetails'>, stored: StoredAccount): readonly MarginRow[] {
  const symbols = stored.account.positions.map(({ symbol }) => symbol)
  const details = cache.instrumentDetails.getMany([...new Set(symbols)])
  return buildPositionRows([stored], new Map(details.map(({ details: each }) => [each.symbol, each])))
}

interface MarginRecorderOptions extends RateSource {
  readonly cache: Cache
  readonly journal: Pick<Journal, 'settings' | 'quotes' | 'margin'>
  readonly listen: (listener: (topic: Topic, payload: unknown) => void) => () => void
  readonly logFault: (where: string, error: unknown) => void
}

/** Moves are recorded in hundredths of a percent, so that equal points can be stored once. */
const percentPlaces = 2

/** Records each margin account's distance to a call whenever the account was read. The returned function ends that. */
export function recordMargins(options: MarginRecorderOptions): () => void {
  return options.listen((topic, payload) => {
    const accountId = topic === 'accounts.changed' ? accountOf(payload) : null
    if (accountId === null) return
    try {
      recordMargin(options, accountId)
    } catch (error) {
      options.logFault('the record of the margin', error)
    }
  })
}

function recordMargin(options: MarginRecorderOptions, accountId: string): void {
  const { cache, journal } = options
  const stored = cache.accounts.get(accountId)
  const kind = stored?.account.portfolio?.kind ?? 'mct'
  if (stored === null || kind === 'mct' || !journal.margin.isDue(accountId, stored.fetchedAt)) return
  const { equity, requirement, call } = stressAccount(stored, readMarginRows(cache, stored), readCurrencies(options))
  if (equity === null || requirement === null) return
  const percent = call?.percent == null ? null : parseDecimal(toPlaces(call.percent, percentPlaces))
  journal.margin.record(accountId, stored.fetchedAt, { equity, requirement, state: call?.state ?? null, percent })
}

const accountOf = (payload: unknown): string | null =>
  typeof payload === 'object' && payload !== null && 'accountId' in payload && typeof payload.accountId === 'string'
    ? payload.accountId
    : null
