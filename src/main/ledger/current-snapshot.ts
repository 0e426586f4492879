import { createCoverage } from '../cache/history/coverage.ts'
import { createHistoryState } from '../cache/history/history-state.ts'
import { keepPrivateLedger } from '../cache/ledger/private-copy.ts'
import { openCacheSnapshot } from '../cache/open.ts'
import { Accounts } from '../cache/tables/accounts.ts'
import type { Db } from '../sqlite/db.ts'
import { createOwnAccounts } from './reading/history.ts'
import { LedgerReplay } from './replay/ledger-replay.ts'
import type { LedgerChoices } from './replay/replay-inputs.ts'
import { ReplayRunner } from './thread/replay-runner.ts'

/**
 * Opens the cache for a command line program, as it is at this moment, with current holdings. If the stored holdings are
 * outdated, the connection replays into temporary tables; the file is not written. The caller closes it. Throws a StorageError.
 */
export async function openCurrentSnapshot(cachePath: string, choices: LedgerChoices): Promise<Db> {
  const db = openCacheSnapshot(cachePath)
  try {
    const tables = { accounts: new Accounts(db), coverage: createCoverage(db), history: createHistoryState(db) }
    const own = createOwnAccounts(db, tables)
    keepPrivateLedger(db)
    await new ReplayRunner(new LedgerReplay(db, own)).run(choices)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}
