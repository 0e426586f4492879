import { minuteMs } from '#shared/durations.ts'
import type { EquityCurve } from '#shared/model/ledger/portfolio-curves.ts'
import { pastRates } from '../../currency/past-rates.ts'
import type { CurrencyReading } from '../../currency/read-rates.ts'
import { convertCurve, type Conversion } from '../../insight/currency/convert.ts'
import { soleCurrency } from '../../insight/currency/equity-currency.ts'
import { convertPast, amountsFrom, emptyConvertedPast } from '../../insight/history/converted-past.ts'
import { joinEquity, extendLastValue } from '../../insight/history/equity-history.ts'
import type { DerivedPast } from '../../insight/history/past-price.ts'
import { addCurves, type EquitySpan } from '../../insight/portfolio/curves.ts'
import { readStaleTimes } from '../account-stale-times.ts'
import type { OpenProfile } from '../context.ts'
import { readAccounts } from './read-portfolio.ts'

/** While the monitor runs, equity is recorded at least this often. A longer interval is a gap. */
export const maxGapMs = 20 * minuteMs

/**
 * The equity of one account, or of all accounts with `null`: recorded values, and before them values derived from `past`
 * (`null` if it could not be read). `readRecorded` describes how accounts are added.
 */
export function readEquity(
  profile: OpenProfile,
  accountId: string | null,
  span: { readonly from: number; readonly to: number },
  reading: CurrencyReading,
  past: DerivedPast | null,
): EquityCurve {
  const rateAt = reading.toBase === null ? null : pastRates(profile.journal, reading.toBase, span.to, past?.rateTrades)
  const { spans, currency } = readRecorded(profile, accountId, span, reading, rateAt)
  const found =
    past === null
      ? emptyConvertedPast
      : convertPast(past, { recordedIn: currency, hasRecord: spans.length > 0, rateAt, base: reading.base })
  return {
    points: joinEquity(
      spans,
      found.moments.filter(({ at }) => at >= span.from),
      maxGapMs,
    ),
    maxGapMs,
    currency: currency ?? found.currency,
    unknownCurrency: amountsFrom(found.unknownCurrency, span.from),
    deposits:
      found.deposits === null ? null : { ...found.deposits, points: amountsFrom(found.deposits.points, span.from) },
    notDerived: found.notDerived,
  }
}

/**
 * The recorded equity of one account, or of all accounts with `null`, from `from` to `to` (UTC ms). Several accounts are added
 * in the base currency at recorded rates, or in their common currency. Accounts of unknown currency are not added.
 */
export function readRecorded(
  profile: OpenProfile,
  accountId: string | null,
  { from, to: now }: { readonly from: number; readonly to: number },
  { toBase, equityCurrencyOf }: CurrencyReading,
  rateAt: ((at: number) => Conversion) | null,
): { readonly spans: readonly EquitySpan[]; readonly currency: string | null } {
  const { cache, journal } = profile
  const stored = readAccounts(cache, accountId)
  const { isWindowVisible } = profile.attention
  const staleTimes = readStaleTimes(stored, { cache, isWindowVisible, now })
  const accounts = stored.map(({ account, fetchedAt }) => ({
    spans: extendLastValue(
      journal.equity.history(account.id, from, now),
      { equity: account.equity, readAt: fetchedAt, staleAt: staleTimes.get(account.id) ?? fetchedAt },
      now,
    ),
    equity: account.equity,
    equityCurrency: equityCurrencyOf(account),
  }))
  const sole = soleCurrency(accounts)?.currency ?? null
  const known = accounts.flatMap(({ spans, equityCurrency }) =>
    equityCurrency === null ? [] : [{ spans, currency: equityCurrency.currency }],
  )
  if (toBase !== null && rateAt !== null && sole !== toBase.currency && known.length === accounts.length) {
    const curves = known.map(({ spans, currency }) => convertCurve(spans, currency, rateAt))
    return { spans: addCurves(curves, maxGapMs), currency: toBase.currency }
  }
  const mayAdd = accounts.length < 2 || sole !== null
  const curves = mayAdd ? accounts.map(({ spans }) => spans) : []
  return { spans: addCurves(curves, maxGapMs), currency: sole }
}
