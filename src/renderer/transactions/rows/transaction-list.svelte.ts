import type { Client } from '#shared/client.ts'
import type { AppError } from '#shared/errors.ts'
import type { TransactionRow } from '#shared/model/transaction/transaction.ts'
import { asAppError } from '../../lib/host/failure.ts'
import type { ViewSettings } from '../../navigation/transactions-address.ts'
import { PageList } from './page-list.ts'
import { top, pageRows, rowKey, RowSource } from './row-source.ts'

const maxPages = 16
/** A position further than this from the loaded rows is reached faster by a jump than page by page. */
const walkRows = 4_000
/** The number of rows loaded ahead in the direction of scrolling, and kept behind. */
const [aheadRows, behindRows] = [600, 100]

/** New rows above the first shown row; `isMore` if there may be more of them. */
export interface NewRows {
  readonly count: number
  readonly isMore: boolean
}

/** The rows of the current view by index. After a change of the settings the old rows stay until the first new page arrives. */
export class TransactionList {
  readonly #client: Pick<Client, 'call'>
  readonly #counted: () => number | undefined
  #settings: ViewSettings
  #source: RowSource
  #list: PageList<TransactionRow>
  #version = $state(0)
  #isFresh = $state(false)
  #newRows = $state.raw<NewRows | null>(null)
  #jumpError = $state.raw<AppError>()
  #topKey: string | undefined
  #sequence = 0
  #isJumping = false
  #wanted = { first: 0, last: 60 }
  /** Called when the top moved by this number of rows without scrolling. */
  onshift: ((rows: number) => void) | undefined
  /** Called when other rows are shown, which start at the top. */
  onreset: (() => void) | undefined

  constructor(client: Pick<Client, 'call'>, settings: ViewSettings, counted: () => number | undefined) {
    this.#client = client
    this.#counted = counted
    this.#settings = settings
    this.#source = new RowSource(client, settings)
    this.#list = this.#begin(this.#source)
  }

  /** Whether the first page of the current settings has arrived; until then the previous rows are shown. */
  get isFresh(): boolean {
    return this.#isFresh
  }
  /** Whether any rows have arrived yet. */
  get isBegun(): boolean {
    return this.#version > 0 && (this.#isFresh || this.#list.isBegun)
  }
  get length(): number {
    if (!this.isBegun) return 0
    return this.#list.lengthWith(this.#isFresh ? this.#counted() : undefined)
  }
  get error(): AppError | undefined {
    return this.#version >= 0 ? (this.#jumpError ?? this.#list.error) : undefined
  }
  get newRows(): NewRows | null {
    return this.#newRows
  }

  rowAt(index: number): TransactionRow | undefined {
    return this.#version >= 0 ? this.#list.rowAt(index) : undefined
  }
  loadedAround(index: number): { readonly first: number; readonly rows: readonly TransactionRow[] } {
    return this.#list.loadedAround(index)
  }

  /** Shows the rows of other settings, or the same rows again from the top. */
  show(settings: ViewSettings = this.#settings): void {
    this.#settings = settings
    this.#source = new RowSource(this.#client, settings)
    this.#isFresh = false
    this.#newRows = null
    this.#jumpError = undefined
    this.#sequence += 1
    this.#isJumping = false
    const next = this.#begin(this.#source)
    // If the first read fails there are no new rows to show, but its error must be shown.
    if (!this.#list.isBegun) this.#list = next
  }

  /** Requests the visible rows; `towards` is the direction of scrolling: -1 up, 1 down, 0 none. */
  want(first: number, last: number, towards: number): void {
    this.#wanted = { first, last }
    const reach = (isAhead: boolean) => (isAhead ? aheadRows : behindRows)
    const target = towards < 0 ? first : last
    if (this.#isFresh && Math.max(this.#list.distanceTo(first), this.#list.distanceTo(target)) > walkRows)
      void this.#jump(first)
    else if (!this.#isJumping) this.#list.want(first - reach(towards < 0), last + reach(towards >= 0))
  }

  retry(): void {
    this.#jumpError = undefined
    if (this.#isFresh) this.#list.retry()
    else this.show()
  }

  /** Called after a change of rows: reads the visible rows again, and checks for new rows above the first one. */
  async notice(isAtTop: boolean): Promise<void> {
    const sequence = this.#sequence
    if (!this.#isFresh) return
    try {
      const { rows, next } = await this.#source.read('below', top, null)
      if (sequence !== this.#sequence) return
      const at = rows.findIndex((row) => rowKey(row) === this.#topKey)
      const count = at < 0 ? rows.length : at
      if (count > 0 && isAtTop) return this.show()
      this.#newRows = count === 0 ? null : { count, isMore: at < 0 && next !== null }
      this.#list.renew(count === 0)
    } catch {
      // A failure is ignored: the next change repeats the request, and the visible rows are unchanged.
    }
  }

  #begin(source: RowSource): PageList<TransactionRow> {
    const list: PageList<TransactionRow> = new PageList(source.read, {
      pageRows,
      maxPages,
      onchange: () => this.#changed(list, source),
      onshift: (rows) => {
        if (list === this.#list) this.onshift?.(rows)
      },
    })
    list.want(0, this.#wanted.last - this.#wanted.first + aheadRows)
    return list
  }

  #changed(list: PageList<TransactionRow>, source: RowSource): void {
    if (source !== this.#source) return
    if (!this.#isFresh && list.isBegun) {
      this.#list = list
      this.#isFresh = true
      const first = list.rowAt(0)
      this.#topKey = first && rowKey(first)
      this.#version += 1
      this.onreset?.()
    } else if (list === this.#list || list.error !== undefined) {
      if (!this.#isFresh) this.#jumpError = list.error
      this.#version += 1
    }
  }

  /** Moves to a position far from all loaded rows, with one request. */
  async #jump(index: number): Promise<void> {
    if (this.#isJumping) return
    const sequence = this.#sequence
    this.#isJumping = true
    try {
      const cut = await this.#source.cutAt(index)
      if (sequence !== this.#sequence) return
      this.#list.moveTo(cut)
    } catch (cause) {
      if (sequence === this.#sequence) this.#jumpError = asAppError(cause)
    }
    if (sequence !== this.#sequence) return
    this.#isJumping = false
    this.#version += 1
    // The scroll bar may have been dragged further in the meantime.
    if (this.#jumpError === undefined && this.#wanted.first !== index)
      this.want(this.#wanted.first, this.#wanted.last, 0)
    else this.#list.want(this.#wanted.first - behindRows, this.#wanted.last + behindRows)
  }
}
