import type { Cache } from '#main/cache/cache.ts'
import { createIssuers, type StoredIssuer } from '#main/cache/ledger/instrument-reference.ts'
import { bondTerms, maturityOf } from '#main/insight/bonds/maturity.ts'
import { dayOf } from '#main/insight/events/days.ts'
import { expiryOf, isExpiring } from '#main/insight/income/expiry.ts'
import {
  readBondEvent,
  readDividend,
  readSplit,
  type IncomeEvent,
  type InstrumentIncome,
} from '#main/insight/income/income-event.ts'
import { projectCoupons, projectDividends, redemptionOf, type BondTerms } from '#main/insight/income/projection.ts'
import type { Db } from '#main/sqlite/db.ts'
import { dayMs } from '#shared/durations.ts'
import type { LedgerChoices } from '../../replay/replay-inputs.ts'

export type InstrumentTables = Pick<Cache, 'instrumentDetails' | 'corporateEvents'>

/** The instruments of all accounts with their events, and the issuers by which rows without a symbol are recognized. */
export interface IncomeInstruments {
  readonly bySymbol: ReadonlyMap<string, InstrumentIncome>
  readonly issuers: readonly StoredIssuer[]
  /** Instruments whose events have never been read. */
  readonly unread: readonly string[]
}

/** The day of the question, and the maturities that the user typed. */
export interface InstrumentQuestion {
  /** UTC ms. */
  readonly now: number
  readonly choices: Pick<LedgerChoices, 'maturities'>
}

/**
 * Reads events and adds projections. `split`: symbols with a split in the last year, which changed their payments for one
 * piece.
 */
export function createInstrumentReader(db: Db, tables: InstrumentTables) {
  const readIssuers = createIssuers(db)
  return (
    symbols: readonly string[],
    { now, choices }: InstrumentQuestion,
    split: ReadonlySet<string>,
  ): IncomeInstruments => {
    const today = dayOf(now)
    const issuers = readIssuers(symbols)
    const stored = Map.groupBy(tables.corporateEvents.list(symbols), ({ symbol }) => symbol)
    const ending = issuers.filter(({ type }) => type === 'BONDS' || isExpiring(type)).map(({ symbol }) => symbol)
    const details = new Map(tables.instrumentDetails.getMany(ending).map((each) => [each.details.symbol, each.details]))
    const typed = new Map(choices.maturities.map(({ symbol, maturesOn }) => [symbol, maturesOn]))
    const bySymbol = new Map(
      issuers.map(({ symbol, type }): [string, InstrumentIncome] => {
        const served = (stored.get(symbol) ?? []).flatMap((each): IncomeEvent[] =>
          each.kind === 'dividend'
            ? readDividend(symbol, each.event)
            : each.kind === 'bond'
              ? readBondEvent(symbol, each.event)
              : readSplit(symbol, each.event),
        )
        const known = details.get(symbol) ?? null
        const events =
          type === 'BONDS'
            ? withBond(symbol, served, bondTerms(known, maturityOf(known, served, typed.get(symbol) ?? null)), today)
            : [
                ...withDividends(served, today, split.has(symbol)),
                ...(isExpiring(type) ? expiryOf(symbol, known?.expirationDate ?? null) : []),
              ]
        const list = type === 'BONDS' ? 'bond' : 'dividend'
        const readAt = tables.corporateEvents.fetchedAt(symbol, list)
        return [symbol, { symbol, events, readUntil: () => (readAt === null ? null : Math.floor(readAt / dayMs)) }]
      }),
    )
    const payers = issuers.filter(({ type }) => ['BONDS', 'EQUITIES', 'FUNDS'].includes(type))
    const unread = payers
      .map(({ symbol }) => symbol)
      .filter((symbol) => bySymbol.get(symbol)?.readUntil('other') === null)
    return { bySymbol, issuers, unread }
  }
}

function withDividends(served: readonly IncomeEvent[], today: number, wasSplit: boolean): IncomeEvent[] {
  const dividends = served.filter(({ kind }) => kind === 'dividend').sort((a, b) => a.day - b.day)
  if (wasSplit) return [...served]
  const isPast = ({ day }: IncomeEvent): boolean => day <= today
  const ahead = dividends.filter((event) => !isPast(event))
  return [...served, ...projectDividends(dividends.filter(isPast), today, ahead)]
}

function withBond(symbol: string, served: readonly IncomeEvent[], terms: BondTerms, today: number): IncomeEvent[] {
  return [...served, ...redemptionOf(symbol, served, terms, today), ...projectCoupons(symbol, served, terms, today)]
}
