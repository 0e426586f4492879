import { dayMs } from '#shared/durations.ts'
import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import type { Knowledge, PastDay, PastDayAccount } from '#shared/model/ledger/past-day.ts'
import { readFacts } from '../../cache/instrument-facts.ts'
import type { StoredAccount } from '../../cache/tables/accounts.ts'
import { recordedPrices, type CurrencyReading } from '../../currency/read-rates.ts'
import { totalPastDay } from '../../insight/day/total-day.ts'
import { joinRecorded, valueAccount, type QuoteAt } from '../../insight/day/value-account.ts'
import type { PricedInstrument } from '../../insight/history/past-price.ts'
import type { PastAccountRead, PastDaysRead } from '../../ledger/reading/past-instruments.ts'
import type { OpenProfile } from '../context.ts'
import { readNames } from './read-portfolio.ts'

/** A UTC day with its start and its end (UTC ms). The end of today is now. */
interface DaySpan {
  readonly start: number
  readonly end: number
  readonly isOver: boolean
}

/** Throws `invalid` for an invalid date, and for a day that has not begun. */
export function daySpan(date: string, now: number): DaySpan {
  const start = Date.parse(`${date}T00:00:00Z`)
  if (Number.isNaN(start) || dateOf(start) !== date) throw new AppError('invalid', m.errors_date_is_no_date({ date }))
  if (start > now) throw new AppError('invalid', m.errors_date_has_not_begun_yet({ date }))
  const isOver = start + dayMs <= now
  return { start, end: isOver ? start + dayMs : now, isOver }
}

/** The UTC date of an instant (UTC ms): `2026-03-31`. */
const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 'YYYY-MM-DD'.length)

export type DayProfile = Pick<OpenProfile, 'cache' | 'journal' | 'ledger'>

interface DayQuestion {
  readonly date: string
  readonly knowledge: Knowledge
  /** UTC ms. */
  readonly now: number
}

/** Accounts at the end of a UTC day, both recorded and replayed. Throws `invalid` for a day that has not begun. */
export async function readPastDay(
  profile: DayProfile,
  accounts: readonly StoredAccount[],
  { date, knowledge, now }: DayQuestion,
  { toBase, equityCurrencyOf }: CurrencyReading,
): Promise<PastDay> {
  const { cache, journal, ledger } = profile
  const span = daySpan(date, now)
  const accountIds = accounts.map(({ account }) => account.id)
  const read = await ledger.readPastDays({ accountIds, moments: [span.end], isThen: knowledge === 'then' })
  const instrumentOf = instrumentsOf(read)
  const quoteAt = rememberQuotes(journal)
  const records = accountIds.map((id) => recordedPieces(journal, id, span))
  const factsOf = readFacts(cache, [
    ...read.instruments.map(({ symbol }) => symbol),
    ...records.flatMap((recorded) => [...recorded.keys()]),
  ])
  const names = readNames(
    cache,
    read.accounts.flatMap(({ differing }) => differing),
  )
  const own = accounts.map(({ account }, index): PastDayAccount => {
    const {
      states: [state],
      differing,
      ...coverage
    } = read.accounts[index] ?? noRead(account.id)
    const valued = state === undefined ? null : valueAccount(state, instrumentOf, span.end, quoteAt)
    const positions = joinRecorded(valued?.positions ?? null, records[index] ?? new Map<string, null>())
    return {
      accountId: account.id,
      coverage,
      positions: positions?.map((each) => ({ accountId: account.id, ...factsOf(each.symbol), ...each })) ?? null,
      cash: valued === null ? null : [...valued.cash],
      blocked: [...(valued?.blocked ?? [])],
      recorded: readRecorded(profile, account.id, span, equityCurrencyOf(account)?.currency ?? null),
      replayed: valued?.parts == null ? null : [...valued.parts],
      oldestPriceAt: valued?.oldestPriceAt ?? null,
      missing: valued?.missing.map((symbol) => factsOf(symbol).name ?? symbol) ?? [],
      differing: differing.map(names),
    }
  })
  const earlier = read.accounts.flatMap(({ states: [state] }) => [...(state?.cash.keys() ?? [])])
  const day = span.start / dayMs
  const dateOfDay = (found: number | null): string | null => (found === null ? null : dateOf(found * dayMs))
  return {
    date,
    at: span.end,
    isOver: span.isOver,
    knowledge,
    accounts: own,
    total: totalPastDay(own, span.end, toBase?.at(recordedPrices(journal, span.end - 1)) ?? null, earlier),
    previous: dateOfDay(cache.activeDays.before(accountIds, day)),
    next: dateOfDay(cache.activeDays.after(accountIds, day)),
    first: dateOfDay(cache.activeDays.first(accountIds)),
  }
}

/** The facts about the instruments of a reading. */
export function instrumentsOf({ instruments }: PastDaysRead): (symbol: string) => PricedInstrument {
  const known = new Map(instruments.map(({ symbol, instrument }) => [symbol, instrument]))
  return (symbol) => known.get(symbol) ?? unknownInstrument
}

const unknownInstrument: PricedInstrument = {
  type: null,
  currency: null,
  face: null,
  contractSize: null,
  facts: { isFuture: false, amortizations: [] },
}

/** Returns a function that reads the recorded quote before a time. The time is the start of the next day. */
export const rememberQuotes =
  ({ quotes }: DayProfile['journal']): QuoteAt =>
  (symbol, at) =>
    quotes.lastAt(symbol, at - 1)

/** The pieces that the service stated last on that day, by symbol. */
const recordedPieces = ({ positions }: DayProfile['journal'], accountId: string, { start, end }: DaySpan) =>
  new Map([...positions.lastOf(accountId, start, end)].map(([symbol, { quantity }]) => [symbol, quantity]))

function readRecorded(
  { journal }: DayProfile,
  accountId: string,
  { start, end }: DaySpan,
  currency: string | null,
): PastDayAccount['recorded'] {
  const last = journal.equity.history(accountId, start, end).at(-1)
  if (last === undefined) return null
  return {
    at: Math.min(last.until, end),
    equity: last.equity,
    currency,
    cash: last.cash === null ? null : [...last.cash],
  }
}

const noRead = (accountId: string): PastAccountRead => ({
  accountId,
  state: 'partial',
  readAt: null,
  lateRows: 0,
  differing: [],
  states: [],
  window: null,
})
