import type { IncomeRow } from '../../../shared/model/ledger/income.ts'
import { createCache } from '../../cache/cache.ts'
import { readFacts } from '../../cache/instrument-facts.ts'
import { createLotReader } from '../../ledger/reading/lots.ts'
import { readHistory } from '../../ledger/reading/history.ts'
import { Instruments, type LedgerChoices } from '../../ledger/replay/basis.ts'
import { LedgerRows } from '../../cache/ledger/rows.ts'
import type { Db } from '../../sqlite/db.ts'
import { readBatches } from '../write-transactions.ts'
import * as tables from './cache-tables.ts'
import { readRealizedParts } from './realized.ts'
import type { ExportTable } from './table.ts'

interface AllTablesSource {
  /** With stored holdings that are current: see `Ledger.reconcile`. */
  readonly db: Db
  readonly choices: LedgerChoices
  readonly income: readonly IncomeRow[]
}

/** The transactions of all accounts and what follows from them. */
export function allTables({ db, choices, income }: AllTablesSource): ExportTable[] {
  const cache = createCache(db)
  const accounts = cache.accounts.list()
  const isWhole = (accountId: string): boolean => readHistory(cache, accountId).wholeUntil !== null
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
    tables.realizedTable(() => readRealizedParts({ db, tables: cache, choices, isWhole })),
    tables.incomeTable(income),
  ]
}
