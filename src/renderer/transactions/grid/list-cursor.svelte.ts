import { m } from '#shared/messages/messages.js'
import type { TransactionRow } from '#shared/model/transaction/transaction.ts'
import { counted } from '#shared/text/counted.ts'
import type { Format } from '#shared/text/format.ts'
import { writeClipboard } from '../../lib/clipboard.ts'
import { rowAfterKey } from '../../lib/keyboard/row-after-key.ts'
import { letterOf } from '../../lib/keyboard/shortcut-letter.ts'
import { ViewState } from '../../lib/view-state/view-state.svelte.ts'
import type { RowGroups } from '../rows/row-groups.svelte.ts'
import { maxSelected, type Selection } from '../rows/selection.svelte.ts'
import type { TransactionList } from '../rows/transaction-list.svelte.ts'
import { copyText } from './line-text.ts'
import type { Viewport } from './viewport.svelte.ts'

interface CursorOptions {
  readonly groups: Pick<RowGroups, 'ask'>
  readonly isPrivate: () => boolean
  readonly format: () => Pick<Format, 'count'>
}

/** The active row of the list, and the commands that open, select, copy and group rows. */
export class ListCursor {
  readonly #index = new ViewState('active-transaction', 0, isIndex)
  #isFirst = true
  /** The row whose details are open; it follows the active row. */
  opened = $state.raw<TransactionRow>()
  /** The message of the last command, for screen readers. */
  announcement = $state('')
  readonly #list: TransactionList
  readonly #viewport: Viewport
  readonly #selection: Selection
  readonly #groups: Pick<RowGroups, 'ask'>
  readonly #isPrivate: () => boolean
  readonly #format: () => Pick<Format, 'count'>

  constructor(
    list: TransactionList,
    viewport: Viewport,
    selection: Selection,
    { groups, isPrivate, format }: CursorOptions,
  ) {
    this.#list = list
    this.#viewport = viewport
    this.#selection = selection
    this.#groups = groups
    this.#isPrivate = isPrivate
    this.#format = format
    const { onreset } = list
    list.onreset = () => {
      onreset?.()
      // The first rows are those of the screen that the user returns to.
      if (!this.#isFirst) this.index = 0
      this.#isFirst = false
    }
  }

  /** The active row; a return to the screen restores it. */
  get index(): number {
    return this.#index.current
  }
  set index(index: number) {
    this.#index.current = index
  }

  readonly onkeydown = (event: KeyboardEvent): void => {
    if (event.altKey || event.isComposing) return
    const isTaken =
      event.ctrlKey || event.metaKey ? this.#command(letterOf(event)) : this.#key(event.key, event.shiftKey)
    if (isTaken) event.preventDefault()
  }

  /** A click opens the row; with Shift it selects up to the row, with Ctrl or Cmd only this row. */
  click(index: number, event: Pick<MouseEvent, 'shiftKey' | 'ctrlKey' | 'metaKey'>): void {
    const row = this.#list.rowAt(index)
    if (row === undefined) return
    if (event.shiftKey) this.#extend(index)
    else if (event.ctrlKey || event.metaKey) this.#selection.toggle(index, row)
    else this.opened = row
    this.index = index
  }

  /** Makes a row active for its menu, and returns it; `undefined` if it is not loaded. */
  activate(index: number): TransactionRow | undefined {
    const row = this.#list.rowAt(index)
    if (row === undefined) return undefined
    this.index = index
    if (this.opened !== undefined) this.opened = row
    return row
  }

  /** Copies the selected rows, or the active row if none is selected. */
  copy(): Promise<void> {
    const row = this.#list.rowAt(this.index)
    return this.copyRows(this.#selection.count > 0 ? this.#selection.rows : row === undefined ? [] : [row])
  }

  async copyRows(rows: readonly TransactionRow[]): Promise<void> {
    if (rows.length === 0) return
    const isCopied = await writeClipboard(copyText(rows, this.#isPrivate()))
    const copied = this.#isPrivate()
      ? m.transactions_count_rows_copied_without_amounts
      : m.transactions_count_rows_copied
    this.announcement = isCopied
      ? copied(counted(rows.length, this.#format()))
      : m.transactions_the_clipboard_is_not_available()
  }

  /** Asks what the selected rows are together, or says why they cannot be a group. */
  group(): void {
    this.announcement = this.#groups.ask(this.#selection.rows) ?? ''
  }

  focus(): void {
    this.#viewport.box?.focus()
  }

  #command(key: string): boolean {
    if (key === 'a') {
      const { first, rows } = this.#list.loadedAround(this.index)
      this.#selection.all(first, rows)
      const count = this.#format().count(this.#selection.count)
      if (this.#selection.count === this.#list.length)
        this.announcement = m.transactions_all_count_rows_are_selected({ count })
      else if (rows.length > maxSelected) this.announcement = m.transactions_selected_count_rows_the_maximum({ count })
      else this.announcement = m.transactions_selected_count_rows_the_loaded_ones({ count })
    } else if (key === 'c') void this.copy()
    else if (key === 'g') this.group()
    else return false
    return true
  }

  #key(key: string, isShift: boolean): boolean {
    const row = this.#list.rowAt(this.index)
    const next = rowAfterKey(key, this.index, this.#list.length, this.#viewport.pageRows)
    if (next !== undefined) {
      if (isShift) this.#extend(next)
      this.index = next
      this.#viewport.reveal(next)
      if (this.opened !== undefined) this.opened = this.#list.rowAt(next) ?? this.opened
    } else if (key === 'Enter') this.opened = row
    else if (key === ' ') {
      if (row !== undefined) this.#selection.toggle(this.index, row)
    } else if (key === 'Escape' && this.opened !== undefined) this.opened = undefined
    else if (key === 'Escape' && this.#selection.count > 0) this.clear()
    else return false
    return true
  }

  clear(): void {
    this.#selection.clear()
    this.announcement = ''
  }

  #extend(to: number): void {
    this.#selection.extend(this.index, to, (index) => this.#list.rowAt(index))
    this.announcement = ''
  }
}

const isIndex = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0
