import { m } from '#shared/messages/messages.js'
import type { App } from '../../lib/app.svelte.ts'
import { moveItem } from '../../lib/drag/drag-geometry.ts'
import { columnTitles, columnWords } from './column-titles.ts'
import { columnKeys, columnPlans, isOffered, readColumns, type ColumnKey } from './columns.ts'
import { fitColumns, neededPx, type Track } from './fit-columns.ts'
import type { PositionsView } from './positions-view.svelte.ts'

/** The maximum width of all facts of a bond in one line, px. */
const bondLinePx = 1_000
/** The heights of another title in the column headers and of another line in a row, px. */
const [headLinePx, linePx] = [20, 16]
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
  readonly neededPx = $derived.by(() => neededPx(this.tracks, this.availablePx))
  /** Whether the table is wider than its place. */
  readonly scrollsSideways = $derived.by(() => this.availablePx > 0 && this.neededPx > this.availablePx)
  /** The maximum width of the table, px: in a wide window the figures of a row stay close to its name. */
  readonly measurePx = $derived.by(() => this.neededPx + extraNamePx)
  readonly #foldedCount = $derived.by(() => this.tracks.find(({ folded }) => folded)?.folded?.length ?? 0)
  /** The height of the column headers, px: the titles of folded columns are below that of their figures. */
  readonly headPx = $derived.by(() => 28 + this.#foldedCount * headLinePx)
  /** The height that a row needs beyond its two lines, px. */
  readonly extraRowPx = $derived.by(() => Math.max(0, this.#foldedCount - 1) * linePx)
  /** Whether the table has no room for all facts of a bond in one line. */
  readonly isNarrow = $derived.by(() => this.availablePx > 0 && Math.min(this.availablePx, this.measurePx) < bondLinePx)
  /** The keys of all columns on screen, those below another one after it. */
  readonly shown = $derived.by((): readonly ColumnKey[] => this.tracks.flatMap(keysIn))
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

  /** Moves a column to another position, with those below it. */
  async move(from: number, to: number): Promise<void> {
    const { tracks } = this
    const track = tracks[from]
    const at = Math.max(0, Math.min(tracks.length - 1, to))
    if (track === undefined || at === from) return
    this.announcement = m.ui_title_is_now_column_at_of_count({
      title: columnWords(track.key),
      at: at + 1,
      count: tracks.length,
    })
    await this.choose(moveItem(tracks, track, at).flatMap(keysIn))
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

const keysIn = ({ key, folded = [] }: Track): readonly ColumnKey[] => [key, ...folded]
const isSame = (a: readonly Track[], b: readonly Track[]): boolean =>
  a.length === b.length &&
  a.every(({ key, widthPx, folded }, index) => {
    const other = b[index]
    return key === other?.key && widthPx === other.widthPx && folded?.length === other.folded?.length
  })
