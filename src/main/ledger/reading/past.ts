import type { Cache } from '../../cache/cache.ts'
import { LedgerRows } from '../../cache/ledger/rows.ts'
import { externalFlows } from '../../insight/history/external-flow.ts'
import { pastMoments } from '../../insight/history/moments.ts'
import { PastEquity, type PastWorth } from '../../insight/history/past-equity.ts'
import type { QuoteLine } from '../../insight/history/past-prices.ts'
import { formatUnits, parseUnits } from '../../insight/lots/units.ts'
import type { Db } from '../../sqlite/db.ts'
import type { Instruments, LedgerChoices } from '../replay/basis.ts'
import { ReplayOrder } from '../replay/in-order.ts'
import { RowDecoder } from '../replay/row-decoder.ts'
import { doubtsOf } from './doubts.ts'
import { readHistory } from './history.ts'
import type { DerivedPast } from '../../insight/history/derived-past.ts'
import { createPastInstruments } from './past-instruments.ts'
import type { UnnamedReconciliation } from './unnamed-reconciliation.ts'

type Tables = Pick<Cache, 'coverage' | 'history' | 'instrumentDetails'>

interface PastQuestion {
  readonly accountIds: readonly string[]
  readonly choices: LedgerChoices
  /** UTC ms. */
  readonly now: number
  readonly quotes: ReadonlyMap<string, QuoteLine>
  /** How the figures of each account agree with its rows; `null` for an account that is not stated. */
  readonly compared: readonly (UnnamedReconciliation | null)[]
}

const rowsInStep = 1_000
const beforeAll = Number.MIN_SAFE_INTEGER
const nothingKnown = { moments: [], flows: [], notCounted: 0, rateTrades: [] }

/**
 * The past of some accounts from their rows: what they were worth and what came in. Nothing is worked out while a part of
 * a history is missing; no worth where pieces or money differ from what the service states.
 */
export class PastReader {
  readonly #tables: Tables
  readonly #rows
  readonly #instruments
  readonly #selectAccounts

  constructor(db: Db, tables: Tables, instruments: Pick<Instruments, 'factsOf'>) {
    this.#tables = tables
    this.#rows = new LedgerRows(db)
    this.#instruments = instruments
    this.#selectAccounts = db.prepare<[], [string, number]>('SELECT account_id, key FROM transaction_account').raw(true)
  }

  *steps(question: PastQuestion): Generator<void, DerivedPast> {
    const { accountIds, compared } = question
    const ends = accountIds.map((id) => readHistory(this.#tables, id).wholeUntil)
    const known = compared.filter((each) => each !== null)
    const inDoubt = [...new Set(known.flatMap(doubtsOf))].sort()
    const isWhole =
      ends.length > 0 &&
      ends.every((end) => end !== null) &&
      known.length === accountIds.length &&
      known.every(({ coverage, needsNewerRows }) => coverage === 'whole' || needsNewerRows)
    if (!isWhole) return { isWhole, isCertain: false, inDoubt, ...nothingKnown }
    const past = yield* this.#replay(question, Math.min(...ends))
    const { days, notCounted } = externalFlows(past.equity.flows)
    const isCertain = inDoubt.length === 0 && known.every(({ needsNewerRows }) => !needsNewerRows)
    return {
      ...{ isWhole, isCertain, inDoubt },
      moments: past.worths.map(({ at, parts, oldestPriceAt }) => ({
        ...{ at, oldestPriceAt },
        parts: parts === null || !isCertain ? null : [...parts].map(([currency, amount]) => money(currency, amount)),
      })),
      flows: days.map(({ at, currency, amount }) => ({ at, ...money(currency, amount) })),
      notCounted: notCounted + past.equity.unknownRows,
      rateTrades: [...past.equity.rateTrades].flatMap(([symbol, line]) =>
        line.map(({ at, price }) => ({ symbol, at, price: formatUnits(price) })),
      ),
    }
  }

  *#replay(question: PastQuestion, wholeUntil: number) {
    const keys = new Map(this.#selectAccounts.all())
    const accounts = new Set(question.accountIds.flatMap((id) => keys.get(id) ?? []))
    const dimensions = this.#rows.dimensions()
    const instrumentOf = createPastInstruments(this.#tables, this.#instruments, dimensions)
    const equity = new PastEquity({ quotes: question.quotes, instrumentOf })
    for (const { accountId, symbol, currency, amount } of question.choices.openings) {
      const account = keys.get(accountId)
      if (account === undefined || !accounts.has(account)) continue
      const units = parseUnits(amount) ?? 0n
      if (symbol !== null) equity.open(account, { symbol }, units)
      else if (currency !== null) equity.open(account, { currency }, units)
    }
    const worths: PastWorth[] = []
    let moments: number[] | null = null
    const passTo = (before: number): void => {
      for (let at = moments?.[worths.length]; at !== undefined && at <= before; at = moments?.[worths.length])
        worths.push(equity.worthAt(at))
    }
    const decoder = new RowDecoder(this.#rows, dimensions)
    const order = new ReplayOrder(this.#rows.overflowMs(), ({ account, row }) => {
      moments ??= pastMoments(row.at, Math.min(question.now, wholeUntil))
      passTo(row.at)
      equity.apply(account, row)
    })
    let last = beforeAll
    for (let part = this.#rows.next(last, rowsInStep); part.length > 0; part = this.#rows.next(last, rowsInStep)) {
      for (const raw of part) {
        const isAsked = accounts.has(decoder.dimension(raw[1])?.account ?? -1)
        const placed = isAsked ? decoder.decode(raw) : null
        if (placed !== null) order.push(placed)
      }
      last = part.at(-1)?.[0] ?? last
      yield
    }
    order.flush()
    passTo(Infinity)
    return { equity, worths }
  }
}

const money = (currency: string, amount: bigint) => ({ currency, amount: formatUnits(amount) })
