import type { LotMethod } from '../../../shared/model/ledger.ts'
import type { Checkpoint } from '../../cache/ledger/holdings.ts'
import { emptyHolding, Holding } from '../../insight/ledger/holding.ts'
import { readHolding, writeHolding } from '../../insight/ledger/holding-text.ts'
import type { LedgerRow } from '../../insight/ledger/row.ts'
import { formatUnits } from '../../insight/lots/units.ts'
import type { HoldingBasis } from './basis.ts'

/** Rows between two checkpoints: so many are replayed in a few milliseconds. */
const rowsBetween = 1024

/** Before every row. */
export const beforeAll = Number.MIN_SAFE_INTEGER

/** The replay of one holding from a checkpoint on (null: from its opening balance). */
export class HoldingReplay {
  readonly #holding: Holding
  readonly #checkpoints: Checkpoint[] = []
  #rowCount: number
  #rowsSince = 0
  #lastAt: number | null = null
  readonly #startsAt: number

  /** A checkpoint that cannot be read is as none: then rows from the first on have to follow. */
  constructor(method: LotMethod, { facts, opening }: HoldingBasis, from: Checkpoint | null) {
    const state = from === null ? null : readHolding(from.state)
    this.#holding = new Holding(method, facts, state ?? emptyHolding)
    if (state === null && opening !== 0n) this.#holding.open(opening)
    this.#rowCount = state === null || from === null ? 0 : from.rowCount
    this.#startsAt = state === null || from === null ? beforeAll : from.beforeMs
  }

  /** Rows before this time (UTC ms) are in it already. */
  get startsAt(): number {
    return this.#startsAt
  }

  /** The next row in the order of the replay. */
  add(row: LedgerRow): void {
    if (this.#rowsSince >= rowsBetween && this.#lastAt !== null && row.at > this.#lastAt) {
      this.#checkpoints.push(this.#checkpoint())
      this.#rowsSince = 0
    }
    this.#holding.apply(row)
    this.#lastAt = row.at
    this.#rowCount++
    this.#rowsSince++
  }

  get result(): Checkpoint & { readonly quantity: string; readonly checkpoints: readonly Checkpoint[] } {
    return { ...this.#checkpoint(), quantity: formatUnits(this.#holding.quantity), checkpoints: this.#checkpoints }
  }

  #checkpoint(): Checkpoint {
    return {
      beforeMs: this.#lastAt === null ? this.#startsAt : this.#lastAt + 1,
      rowCount: this.#rowCount,
      state: writeHolding(this.#holding.state),
    }
  }
}
