import type { LotMethod } from '../../../../shared/model/ledger/ledger.ts'
import type { Cache } from '../../../cache/cache.ts'
import type { LedgerDimension } from '../../../cache/ledger/row-statements.ts'
import type { PricedInstrument } from '../../../insight/history/past-price.ts'
import { emptyHolding, Holding, type Arrivals } from '../../../insight/ledger/holding.ts'
import { findArrivals } from '../../../insight/ledger/own-transfers.ts'
import type { Oversell } from '../../../insight/lots/open-lots.ts'
import type { Db } from '../../../sqlite/db.ts'
import { OpeningPieces, type LedgerChoices } from '../../replay/basis.ts'
import { accountsByTransferred, type OwnAccounts } from '../../replay/own-transfers.ts'
import { createOwnAccounts } from '../own-accounts.ts'
import { createHoldingRows } from './holding-rows.ts'

interface HoldingsSource {
  readonly db: Db
  readonly tables: Pick<Cache, 'accounts' | 'coverage' | 'history'>
  readonly dimensions: readonly LedgerDimension[]
  readonly instrumentOf: (symbol: string) => PricedInstrument
  readonly choices: LedgerChoices
}

/** Holdings before their first row, by any method: what is stored is of the chosen one. */
export class MethodHoldings {
  readonly #source: HoldingsSource
  readonly #openings: OpeningPieces
  readonly #own: OwnAccounts
  readonly #transferred: ReadonlyMap<string, readonly number[]>
  readonly #arrivals = new Map<string, ReadonlyMap<number, Arrivals>>()

  constructor(source: HoldingsSource) {
    const { db, choices, dimensions } = source
    const keys = db.prepare<[], [string, number]>('SELECT account_id, key FROM transaction_account').raw(true).all()
    this.#source = source
    this.#openings = new OpeningPieces(choices, new Map(keys))
    this.#own = createOwnAccounts(db, source.tables)
    this.#transferred = accountsByTransferred(dimensions)
  }

  open(account: number, symbol: string, method: LotMethod, oversell: Oversell = 'short'): Holding {
    const arrivals = this.#arrivalsOf(symbol, method).get(account)
    const holding = new Holding(method, this.#source.instrumentOf(symbol).facts, emptyHolding, arrivals, oversell)
    const opening = this.#openings.of(account, symbol)
    if (opening !== 0n) holding.open(opening)
    return holding
  }

  #arrivalsOf(symbol: string, method: LotMethod): ReadonlyMap<number, Arrivals> {
    const accounts = this.#transferred.get(symbol) ?? []
    const key = `${method} ${symbol}`
    const known = this.#arrivals.get(key)
    if (known !== undefined || accounts.length === 0) return known ?? new Map<number, Arrivals>()
    const { db, dimensions, instrumentOf } = this.#source
    const readRows = createHoldingRows(db, dimensions)
    const found = findArrivals({
      ...{ method, facts: instrumentOf(symbol).facts, openingOf: (account) => this.#openings.of(account, symbol) },
      rows: accounts.flatMap((account) => readRows(account, symbol).map((row) => ({ account, row }))),
      isWhole: (account) => this.#own.isWhole(account),
      areShort: (account, left) => this.#own.areShort(account, symbol, left),
    })
    this.#arrivals.set(key, found)
    return found
  }
}
