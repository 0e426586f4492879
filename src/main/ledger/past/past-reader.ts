import type { Cache } from '../../cache/cache.ts'
import { LedgerRows } from '../../cache/ledger/ledger-rows.ts'
import { externalFlows } from '../../insight/history/external-flow.ts'
import type { PastEquity } from '../../insight/history/past-equity.ts'
import type { DerivedPast } from '../../insight/history/past-price.ts'
import type { QuoteLine } from '../../insight/history/past-prices.ts'
import { formatUnits, parseUnits } from '../../insight/lots/units.ts'
import type { Db } from '../../sqlite/db.ts'
import { Memo } from '../memo.ts'
import { type UnnamedReconciliation, listDiffering } from '../reading/differences.ts'
import { readHistory } from '../reading/history.ts'
import { PastInstruments } from '../reading/past-instruments.ts'
import type { Instruments, LedgerChoices } from '../replay/replay-inputs.ts'
import { PastStore, type PastInputs } from './past-store.ts'
import { runPast, type PastRun } from './run-past.ts'

type Tables = Pick<Cache, 'coverage' | 'history' | 'instrumentDetails'>

export interface PastQuestion {
  readonly accountIds: readonly string[]
  readonly choices: LedgerChoices
  /** UTC ms. */
  readonly now: number
  /** Recorded quotes of all days before `quotesUntil` (UTC ms). */
  readonly quotes: ReadonlyMap<string, QuoteLine>
  readonly quotesUntil: number
  /** Incremented when the facts about an instrument change. */
  readonly factsVersion: number
  /** The comparison of each account's figures with its rows; `null` for an account without stated figures. */
  readonly compared: readonly (UnnamedReconciliation | null)[]
}

const nothingKnown = { moments: [], flows: [], notCounted: 0, rateTrades: [] }

/** The version of the calculation. A new version calculates everything again. */
const version = 4

/**
 * The past of a set of accounts from their rows: values and flows from outside. It is stored with states from which new and
 * late rows continue. Nothing is calculated while a part of a history is missing. No value is given where pieces or money
 * differ from the figures of the service.
 */
export class PastReader {
  readonly #tables: Tables
  readonly #rows
  readonly #store
  readonly #instruments
  readonly #selectAccounts
  /** As of a version of facts. */
  readonly #known = new Memo<PastInstruments>()

  constructor(db: Db, tables: Tables, instruments: Pick<Instruments, 'factsOf'>) {
    this.#tables = tables
    this.#rows = new LedgerRows(db)
    this.#store = new PastStore(db)
    this.#instruments = instruments
    this.#selectAccounts = db.prepare<[], [string, number]>('SELECT account_id, key FROM transaction_account').raw(true)
  }

  *steps(question: PastQuestion): Generator<void, DerivedPast> {
    const { accountIds, compared } = question
    const ends = accountIds.map((id) => readHistory(this.#tables, id).wholeUntil)
    const known = compared.filter((each) => each !== null)
    const differing = [...new Set(known.flatMap(listDiffering))].sort()
    const isLoaded =
      ends.length > 0 &&
      ends.every((end) => end !== null) &&
      known.length === accountIds.length &&
      known.every(({ coverage, needsNewerRows }) => coverage === 'whole' || needsNewerRows)
    if (!isLoaded) return { isLoaded, isCertain: false, differing, ...nothingKnown }
    const past = yield* this.#derive(question, Math.min(question.now, ...ends))
    const { days, notCounted } = externalFlows(past.flows)
    const isCertain = differing.length === 0 && known.every(({ needsNewerRows }) => !needsNewerRows)
    return {
      isLoaded,
      isCertain,
      differing,
      moments: past.values.map(({ at, parts, oldestPriceAt }) => ({
        at,
        oldestPriceAt,
        parts: parts === null || !isCertain ? null : [...parts].map(([currency, amount]) => money(currency, amount)),
      })),
      flows: days.map(({ at, currency, amount }) => ({ at, ...money(currency, amount) })),
      notCounted: notCounted + past.unknownRows,
      rateTrades: past.rateTrades.map(({ price, ...trade }) => ({ ...trade, price: formatUnits(price) })),
    }
  }

  /** Continues from the stored state, stores the new part, and returns both together. */
  *#derive(
    question: PastQuestion,
    end: number,
  ): Generator<void, Pick<PastRun, 'values' | 'flows' | 'rateTrades' | 'unknownRows'>> {
    const { accountIds, choices, quotes, quotesUntil, factsVersion } = question
    const keys = new Map(this.#selectAccounts.all())
    const accounts = new Set(accountIds.flatMap((id) => keys.get(id) ?? []))
    const instruments = this.#instrumentsOf(factsVersion)
    const openings = choices.openings.filter(({ accountId }) => accountIds.includes(accountId))
    const inputs: PastInputs = {
      instruments,
      quotesUntil,
      factsVersion,
      scope: JSON.stringify(accountIds),
      basis: JSON.stringify([version, openings]),
      countQuotes: (until) => countBefore(quotes, until),
    }
    const known = this.#store.open(inputs, end)
    const run = yield* runPast({
      rows: this.#rows,
      accounts,
      start: known.start,
      end,
      given: { quotes, instrumentOf: instruments.of },
      open: (equity) => open(equity, openings, keys),
    })
    this.#store.put(inputs, known, run)
    return {
      values: [...known.values, ...run.values],
      flows: [...known.flows, ...run.flows],
      rateTrades: [...known.rateTrades, ...run.rateTrades],
      unknownRows: run.unknownRows,
    }
  }

  #instrumentsOf(version: number): PastInstruments {
    return this.#known.read(String(version), () => new PastInstruments(this.#tables, this.#instruments, this.#rows))
  }
}

const money = (currency: string, amount: bigint) => ({ currency, amount: formatUnits(amount) })

/** The number of recorded prices before a time (UTC ms). */
const countBefore = (quotes: PastQuestion['quotes'], until: number): number =>
  [...quotes.values()].reduce((sum, line) => sum + (line.findLastIndex(({ at }) => at < until) + 1), 0)

/** Adds the opening balances that the user entered. */
function open(equity: PastEquity, openings: LedgerChoices['openings'], keys: ReadonlyMap<string, number>): void {
  for (const { accountId, symbol, currency, amount } of openings) {
    const account = keys.get(accountId)
    if (account === undefined) continue
    const units = parseUnits(amount) ?? 0n
    if (symbol !== null) equity.open(account, { symbol }, units)
    else if (currency !== null) equity.open(account, { currency }, units)
  }
}
