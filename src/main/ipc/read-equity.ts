import { dayMs, hourMs, minuteMs } from '../../shared/durations.ts'
import type { EquityCurve } from '../../shared/model/portfolio.ts'
import { recordedPrices, type CurrencyReading } from '../currency/read-rates.ts'
import type { Conversion } from '../insight/currency/convert.ts'
import { convertCurve } from '../insight/currency/equity-in-base.ts'
import { soleCurrency } from '../insight/currency/equity-currency.ts'
import { addCurves } from '../insight/portfolio/equity-curve.ts'
import type { RateBook } from '../insight/currency/rate-book.ts'
import type { OpenProfile } from './context.ts'
import { readAccounts } from './read-portfolio.ts'

/** While the monitor runs, equity is recorded at least this often: a longer interval is a gap. */
export const maxGapMs = 20 * minuteMs

/**
 * The recorded equity of one account, or of all with `null`, from `from` to `to` (UTC ms). Several accounts are added in the
 * base currency, at recorded rates, or in the one currency that all have; accounts of unknown currency are not added.
 */
export function readEquity(
  profile: OpenProfile,
  accountId: string | null,
  { from, to: now }: { readonly from: number; readonly to: number },
  { toBase, equityCurrencyOf }: CurrencyReading,
): EquityCurve {
  const { cache, journal } = profile
  const accounts = readAccounts(cache, accountId).map(({ account }) => ({
    spans: journal.equity.history(account.id, from, now),
    equity: account.equity,
    equityCurrency: equityCurrencyOf(account),
  }))
  const sole = soleCurrency(accounts)?.currency ?? null
  const known = accounts.flatMap(({ spans, equityCurrency }) =>
    equityCurrency === null ? [] : [{ spans, currency: equityCurrency.currency }],
  )
  if (toBase !== null && sole !== toBase.currency && known.length === accounts.length) {
    const rateAt = rememberRates(profile, toBase, now)
    const curves = known.map(({ spans, currency }) => convertCurve(spans, currency, rateAt))
    return { points: addCurves(curves, maxGapMs), maxGapMs, currency: toBase.currency }
  }
  const mayAdd = accounts.length < 2 || sole !== null
  const curves = mayAdd ? accounts.map(({ spans }) => spans) : []
  return { points: addCurves(curves, maxGapMs), maxGapMs, currency: sole }
}

/**
 * The rates as they were recorded, looked up once for each minute of the last day and for each hour before: at its start, so
 * that none is later than a point.
 */
function rememberRates(
  { journal }: Pick<OpenProfile, 'journal'>,
  book: RateBook,
  now: number,
): (at: number) => Conversion {
  const byStart = new Map<number, Conversion>()
  return (at) => {
    const stepMs = at > now - dayMs ? minuteMs : hourMs
    const start = Math.floor(at / stepMs) * stepMs
    const conversion = byStart.get(start) ?? book.at(recordedPrices(journal, start))
    byStart.set(start, conversion)
    return conversion
  }
}
