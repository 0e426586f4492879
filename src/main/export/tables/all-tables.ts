import type { IncomeRow } from '#shared/model/ledger/income.ts'
import type { RealizedLot } from '#shared/model/ledger/realized-lots.ts'
import { createCache, type Cache } from '../../cache/cache.ts'
import { readFacts } from '../../cache/instrument-facts.ts'
import { LedgerRows } from '../../cache/ledger/ledger-rows.ts'
import type { Holding } from '../../insight/ledger/holding.ts'
import { realizes } from '../../insight/ledger/row.ts'
import { realizedLot } from '../../insight/performance/realized-lots.ts'
import { readHistory } from '../../ledger/reading/history.ts'
import { createLotReader } from '../../ledger/reading/lots.ts'
import { PastInstruments } from '../../ledger/reading/past-instruments.ts'
import { MethodHoldings } from '../../ledger/reading/performance/method-holdings.ts'
import { Instruments, type LedgerChoices } from '../../ledger/replay/replay-inputs.ts'
import { ReplayOrder } from '../../ledger/replay/replay-order.ts'
import { RowDecoder } from '../../ledger/replay/row-decoder.ts'
import type { Db } from '../../sqlite/db.ts'
import { readBatches } from '../write-transactions.ts'
import * as tables from './cache-tables.ts'
import type { ExportTable } from './table.ts'

interface AllTablesSource {
  /** The stored holdings must be current: see `Ledger.reconcile`. */
  readonly db: Db
  readonly choices: LedgerChoices
  readonly income: () => AsyncIterable<readonly IncomeRow[]>
}

/** The transactions of all accounts, and the tables that are calculated from them. */
export function allTables({ db, choices, income }: AllTablesSource): ExportTable[] {
  const cache = createCache(db)
  const accounts = cache.accounts.list()
  const unreadable = accounts.flatMap(({ account }) =>
    cache.unreadable.list(account.id).map((rows) => ({ accountId: account.id, rows })),
  )
  const isLoaded = (accountId: string): boolean => readHistory(cache, accountId).wholeUntil !== null
  return [
    tables.transactionTable(() => readBatches(db, { filter: { conditions: [], text: '' }, direction: 'oldest' })),
    tables.accountTable(() => [accounts]),
    tables.positionTable(() => {
      const factsOf = readFacts(
        cache,
        accounts.flatMap(({ account }) => account.positions.map(({ symbol }) => symbol)),
      )
      return accounts.map(({ account: { id: accountId, positions } }) =>
        positions.map((position) => ({ accountId, position, facts: factsOf(position.symbol) })),
      )
    }),
    tables.openLotTable(() => {
      const instruments = new Instruments(db)
      instruments.read(new LedgerRows(db).dimensions())
      const readLots = createLotReader(db, cache, instruments)
      return accounts.map(({ account }) => readLots(account.id, null))
    }),
    tables.realizedTable(() => readRealizedChunks({ db, tables: cache, choices, isLoaded })),
    tables.incomeTable(income),
    ...(unreadable.length === 0 ? [] : [tables.unreadableTable(() => [unreadable])]),
  ]
}

interface RealizedSource {
  readonly db: Db
  readonly tables: Pick<Cache, 'accounts' | 'coverage' | 'history' | 'instrumentDetails'>
  readonly choices: LedgerChoices
  /** Whether all rows of an account are loaded, so that its lots are known. */
  readonly isLoaded: (accountId: string) => boolean
}

const rowsPerChunk = 1_000

/** The realized lots of all accounts with a complete history, oldest first, in chunks. */
function* readRealizedChunks({ db, tables, choices, isLoaded }: RealizedSource): Generator<RealizedLot[]> {
  const rows = new LedgerRows(db)
  const dimensions = rows.dimensions()
  const instruments = new Instruments(db)
  instruments.read(dimensions)
  const instrumentOf = new PastInstruments(tables, instruments, rows).of
  const known = new MethodHoldings({ db, tables, dimensions, instrumentOf, choices })
  const ids = db.prepare<[], [number, string]>('SELECT key, account_id FROM transaction_account').raw(true).all()
  const accountIds = new Map(ids.filter(([, id]) => isLoaded(id)))
  const holdings = new Map<string, Holding>()
  let lots: RealizedLot[] = []
  const order = new ReplayOrder(rows.overflowMs(), ({ account, row }) => {
    const key = `${account} ${row.symbol}`
    const holding = holdings.get(key) ?? known.open(account, row.symbol, choices.method)
    holdings.set(key, holding)
    const closed = holding.apply(row)
    // An expiration without money closes lots in the currency of the lots.
    const currency = row.currency ?? holding.lotCurrency
    if (realizes(row))
      lots.push(...closed.map((each) => realizedLot(accountIds.get(account) ?? '', { ...row, currency }, each)))
  })
  const decoder = new RowDecoder(rows, dimensions)
  let after = Number.MIN_SAFE_INTEGER
  for (let chunk = rows.next(after, rowsPerChunk); chunk.length > 0; chunk = rows.next(after, rowsPerChunk)) {
    for (const raw of chunk) {
      const placed = decoder.isOfHolding(raw) ? decoder.decode(raw) : null
      if (placed !== null && accountIds.has(placed.account)) order.push(placed)
    }
    after = chunk.at(-1)?.[0] ?? after
    if (lots.length > 0) yield lots
    lots = []
  }
  order.flush()
  for (const [key, holding] of holdings) {
    const end = key.indexOf(' ')
    const [account, symbol] = [key.slice(0, end), key.slice(end + 1)]
    const row = { symbol, currency: holding.lotCurrency }
    for (const { at, closing } of holding.doubtful)
      lots.push(realizedLot(accountIds.get(Number(account)) ?? '', { ...row, at }, closing))
  }
  yield lots
}
