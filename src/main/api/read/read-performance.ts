import type { PerformanceScope } from '#shared/contract/performance.ts'
import { defaultSettings } from '#shared/default-settings.ts'
import { dayMs } from '#shared/durations.ts'
import { KnownDay } from '#shared/model/app/settings.ts'
import type { Rate, RateProblem } from '#shared/model/currency.ts'
import type { Performance } from '#shared/model/ledger/performance.ts'
import { readFacts } from '../../cache/instrument-facts.ts'
import { pastRates } from '../../currency/past-rates.ts'
import { readCurrencies, recordedPrices, type CurrencyReading } from '../../currency/read-rates.ts'
import type { EquitySpan } from '../../insight/portfolio/curves.ts'
import type { OpenProfile } from '../context.ts'
import { readRecorded } from './read-equity.ts'
import { readAccounts } from './read-portfolio.ts'

/** The question for the ledger with the parameters of a window. Throws `not-found` for an account that is not in the cache. */
export function performanceQuestion(profile: OpenProfile, scope: PerformanceScope, now: number) {
  const { accountId, symbol, type = null, currency = null, from, to } = scope
  const currencies = profile.cache.transactions.facets().currencies
  const reading = readCurrencies(profile, currencies)
  return {
    accountIds: readAccounts(profile.cache, accountId).map(({ account }) => account.id),
    symbol,
    type,
    currency,
    from,
    to,
    knownDay: profile.journal.settings.get('knownDay', KnownDay) ?? defaultSettings.knownDay,
    rates: readRatesAt(profile, reading, [...new Set([...currencies, ...reading.inUse])], to, now),
    recorded: symbol === null && type === null ? recordedDays(profile, scope, reading, now) : null,
  }
}

/** The rates to the base currency at a time (UTC ms), or the present rates. */
function readRatesAt(
  profile: OpenProfile,
  { base, toBase }: CurrencyReading,
  currencies: readonly string[],
  at: number,
  now: number,
) {
  if (base === null || toBase === null) return null
  const conversion = at >= now ? toBase : toBase.at(recordedPrices(profile.journal, at - 1))
  const rates: Rate[] = []
  const missing: { currency: string; problem: RateProblem }[] = []
  for (const currency of currencies.filter((code) => code !== base)) {
    const found = conversion.rateOf(currency)
    if ('rate' in found) rates.push(found.rate)
    else missing.push({ currency, problem: found.problem })
  }
  return { base, rates, missing }
}

/** The last recorded equity of each UTC day. */
function recordedDays(
  profile: OpenProfile,
  { accountId, from, to }: PerformanceScope,
  reading: CurrencyReading,
  now: number,
) {
  const span = { from: Math.floor(from / dayMs) * dayMs, to: Math.min(to, now) }
  if (span.from >= span.to) return null
  const rateAt = reading.toBase === null ? null : pastRates(profile.journal, reading.toBase, now)
  const { spans, currency } = readRecorded(profile, accountId, span, reading, rateAt)
  return currency === null ? null : { currency, days: lastOfDays(spans) }
}

function lastOfDays(spans: readonly EquitySpan[]) {
  const days = new Map<number, EquitySpan['equity']>()
  for (const { at, until, equity } of spans) {
    for (let day = Math.floor(at / dayMs); day <= Math.floor(until / dayMs); day++) days.set(day * dayMs, equity)
  }
  return [...days].map(([at, equity]) => ({ at, equity }))
}

/** Adds names to the instruments of an answer. */
export function nameInstruments(profile: OpenProfile, answer: Performance): Performance {
  const named = [answer.contribution, answer.unpriced, answer.unknownCost, answer.base?.contribution ?? []]
  const all = [...named, ...answer.byCurrency.map(({ contribution }) => contribution)].flat()
  const factsOf = readFacts(
    profile.cache,
    all.flatMap(({ symbol }) => symbol ?? []),
  )
  const name = <T extends { readonly symbol: string | null }>(list: readonly T[]): T[] =>
    list.map((each) => ({ ...each, name: each.symbol === null ? null : factsOf(each.symbol).name }))
  const inside = <T extends { readonly contribution: Performance['contribution'] }>(each: T): T => ({
    ...each,
    contribution: name(each.contribution),
  })
  return {
    ...inside(answer),
    byCurrency: answer.byCurrency.map(inside),
    base: answer.base === null ? null : inside(answer.base),
    unpriced: name(answer.unpriced),
    unknownCost: name(answer.unknownCost),
  }
}
