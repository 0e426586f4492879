import type { RealizedLot } from '../../../shared/model/ledger/realized-lots.ts'
import type { Cache } from '../../cache/cache.ts'
import { LedgerRows } from '../../cache/ledger/rows.ts'
import type { Holding } from '../../insight/ledger/holding.ts'
import { realizes } from '../../insight/ledger/row.ts'
import { realizedLot } from '../../insight/performance/realized-lots.ts'
import { MethodHoldings } from '../../ledger/reading/performance/method-holdings.ts'
import { PastInstruments } from '../../ledger/reading/past-instruments.ts'
import { Instruments, type LedgerChoices } from '../../ledger/replay/basis.ts'
import { ReplayOrder } from '../../ledger/replay/in-order.ts'
import { RowDecoder } from '../../ledger/replay/row-decoder.ts'
import type { Db } from '../../sqlite/db.ts'

interface RealizedSource {
  readonly db: Db
  readonly tables: Pick<Cache, 'accounts' | 'coverage' | 'history' | 'instrumentDetails'>
  readonly choices: LedgerChoices
  /** Whether the lots of an account can be known: all of its rows are loaded. */
  readonly isWhole: (accountId: string) => boolean
}

const rowsInPart = 1_000

/** The realized lots of all accounts with a whole history, oldest first, in parts. */
export function* readRealizedParts({ db, tables, choices, isWhole }: RealizedSource): Generator<RealizedLot[]> {
  const rows = new LedgerRows(db)
  const dimensions = rows.dimensions()
  const instruments = new Instruments(db)
  instruments.read(dimensions)
  const instrumentOf = new PastInstruments(tables, instruments, rows).of
  const known = new MethodHoldings({ db, tables, dimensions, instrumentOf, choices })
  const ids = db.prepare<[], [number, string]>('SELECT key, account_id FROM transaction_account').raw(true).all()
  const accountIds = new Map(ids.filter(([, id]) => isWhole(id)))
  const holdings = new Map<string, Holding>()
  let lots: RealizedLot[] = []
  const order = new ReplayOrder(rows.overflowMs(), ({ account, row }) => {
    const key = `${account} ${row.symbol}`
    const holding = holdings.get(key) ?? known.open(account, row.symbol, choices.method)
    holdings.set(key, holding)
    const closed = holding.apply(row)
    // What expires without money closes lots of their own currency.
    const currency = row.currency ?? holding.lotCurrency
    if (realizes(row))
      lots.push(...closed.map((each) => realizedLot(accountIds.get(account) ?? '', { ...row, currency }, each)))
  })
  const decoder = new RowDecoder(rows, dimensions)
  let after = Number.MIN_SAFE_INTEGER
  for (let part = rows.next(after, rowsInPart); part.length > 0; part = rows.next(after, rowsInPart)) {
    for (const raw of part) {
      const placed = decoder.isOfHolding(raw) ? decoder.decode(raw) : null
      if (placed !== null && accountIds.has(placed.account)) order.push(placed)
    }
    after = part.at(-1)?.[0] ?? after
    if (lots.length > 0) yield lots
    lots = []
  }
  order.flush()
  yield lots
}
