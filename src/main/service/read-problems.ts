import type { ServiceProblem } from '#shared/model/app/service.ts'
import type { Cache } from '../cache/cache.ts'
import { readRateSymbols } from '../currency/read-rates.ts'
import { listProblems } from '../insight/service-problems.ts'
import type { Journal } from '../journal/journal.ts'

interface Data {
  readonly cache: Cache
  readonly journal: Journal
  readonly problems: ReadonlyMap<string, string>
}

/** Instruments of which the user may have been paid. */
const maxPayers = 10_000

/**
 * The data of the service that is missing now, without that of instruments that were only looked at. Throws a StorageError if
 * the files cannot be read.
 */
export function readServiceProblems({ cache, journal, problems }: Data): ServiceProblem[] {
  const records = cache.serviceRecords.list()
  if (records.every(({ troubles }) => Object.keys(troubles).length === 0)) return []
  const held = new Set(cache.accounts.list().flatMap(({ account }) => account.positions.map(({ symbol }) => symbol)))
  const followed = new Set(readRateSymbols({ cache, journal, problems }))
  const payers = new Set(
    cache.corporateEvents.listUnreadPayers(Number.MAX_SAFE_INTEGER, maxPayers).map(({ symbol }) => symbol),
  )
  const concerns: Readonly<Record<string, (symbol: string) => boolean>> = {
    getAsset: (symbol) => held.has(symbol) || followed.has(symbol),
    // A watched instrument says in its own row what it misses.
    getQuote: (symbol) => held.has(symbol) || followed.has(symbol),
    listPastBondEvents: (symbol) => held.has(symbol) || payers.has(symbol),
    listPastDividends: (symbol) => held.has(symbol) || payers.has(symbol),
    listFutureSplits: (symbol) => held.has(symbol),
    getTradingParams: (symbol) => held.has(symbol),
    getSchedule: (symbol) => held.has(symbol),
  }
  return listProblems(records, (endpoint, subject) => concerns[endpoint]?.(subject) ?? true)
}
