import { m } from '../../../shared/messages/messages.js'
import type { App } from '../../lib/app.svelte.ts'
import { moveItem } from '../../lib/drag/drag-geometry.ts'
import { columnTitles, columnWords } from './column-titles.ts'
import { columnKeys, columnPlans, isOffered, readColumns, type ColumnKey } from './columns.ts'
import type { PositionsView } from './positions-view.svelte.ts'
import { fitColumns, minNamePx, type Track } from './track-widths.ts'

/** The maximum width of the name beyond its minimum, px. */
const extraNamePx = 260

/** The columns of the positions: those that the user chose, in their order (a setting), or those that fit. */
export class PositionsColumns {
  /** The available width for the table, px; 0 until it is known. */
  availablePx = $state(0)
  /** What the last move did, for screen readers. */
  announcement = $state('')
  readonly #app: App
  readonly #view: PositionsView
  #lastTracks: readonly Track[] = []

  readonly chosen = $derived.by((): readonly ColumnKey[] | null => {
    const { positionColumns } = this.#app.settings
    return positionColumns === null ? null : readColumns(positionColumns)
  })
  readonly tracks = $derived.by((): readonly Track[] => {
    const usable = (this.chosen ?? columnKeys).filter((key) => this.#isUsable(key))
    const tracks = fitColumns(usable, this.#view.amounts, this.availablePx, this.chosen !== null)
    // Equal columns keep the same object; otherwise each key typed in the filter would update all cells.
    return (this.#lastTracks = isSame(tracks, this.#lastTracks) ? this.#lastTracks : tracks)
  })
  /** The width that the table needs, px. */
  readonly neededPx = $derived.by(() => this.tracks.reduce((sum, { widthPx }) => sum + widthPx, minNamePx))
  /** Whether the table is wider than its place. */
  readonly scrollsSideways = $derived.by(() => this.availablePx > 0 && this.neededPx > this.availablePx)
  /** The maximum width of the table, px: in a wide window the figures of a row stay close to its name. */
  readonly measurePx = $derived.by(() => this.neededPx + extraNamePx)
  readonly shown = $derived.by((): readonly ColumnKey[] => this.tracks.map(({ key }) => key))
  readonly offered = $derived.by((): readonly ColumnKey[] => columnKeys.filter((key) => this.#isUsable(key)))

  constructor(app: App, view: PositionsView) {
    this.#app = app
    this.#view = view
  }

  /** Whether the account is worth a column: the rows belong to several. */
  get isAccountKnown(): boolean {
    return this.#app.accountId === null
  }
  isText(key: ColumnKey): boolean {
    return columnPlans[key].isText ?? false
  }
  titleOf(key: ColumnKey): string {
    const { base } = this.#view
    return key === 'valueInBase' && base !== null
      ? m.positions_value_in_currency({ currency: base })
      : columnTitles[key]
  }

  /** Moves a shown column to another position among the shown ones. */
  async move(from: number, to: number): Promise<void> {
    const key = this.shown[from]
    const at = Math.max(0, Math.min(this.shown.length - 1, to))
    if (key === undefined || at === from) return
    this.announcement = m.ui_title_is_now_column_at_of_count({
      title: columnWords(key),
      at: at + 1,
      count: this.shown.length,
    })
    await this.choose(moveItem(this.shown, key, at))
  }
  /**
   * Shows these columns; `null` shows those that fit. Chosen columns that are not available now stay in the setting, at the
   * end.
   */
  choose(shown: readonly ColumnKey[] | null): Promise<void> {
    const unusable = (this.chosen ?? []).filter((key) => !this.#isUsable(key))
    return this.#app.change({ positionColumns: shown === null ? null : [...shown, ...unusable] })
  }
  #isUsable(key: ColumnKey): boolean {
    return isOffered(key, this.#view.base) && (key !== 'account' || this.#app.accountId === null)
  }
}

const isSame = (a: readonly Track[], b: readonly Track[]): boolean =>
  a.length === b.length &&
  a.every(({ key, widthPx, foldsDay }, index) => {
    const other = b[index]
    return key === other?.key && widthPx === other.widthPx && foldsDay === other.foldsDay
  })
