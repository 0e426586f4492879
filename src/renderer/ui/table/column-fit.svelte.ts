import { windowLanguage } from '../../lib/language.svelte.ts'

/** The widths below which a column is shown in another way. */
export interface ColumnLimits {
  /** Hidden while the table is narrower than this, in px. */
  readonly hideBelow?: number
  /** While the table is narrower than this, in px, its cells are below another cell of their rows, see `Column`. */
  readonly foldBelow?: number
}

/** The last width of each table by name, for a table that is built again. */
const lastWidths = new Map<string, number>()
/** A width in px at which columns did not fit. They are shown as in a table with less room, in px, in which they do. */
interface Cramped {
  readonly px: number
  readonly roomPx: number
}
/** Those of each table, by language and name: in some languages texts are longer. */
const crampedByTable = new Map<string, readonly Cramped[]>()

/** Determines from the width of a table which of its columns have room. */
export class ColumnFit {
  readonly #name: string
  readonly #localName: string
  #width = $state(0)
  #cramped = $state.raw<readonly Cramped[]>([])
  /** The width that the columns need, in px. */
  contentWidth = $state(0)

  /** `name` as in `TableProps`. */
  constructor(name: string) {
    this.#name = name
    this.#width = lastWidths.get(name) ?? 0
    this.#localName = `${windowLanguage()} ${name}`
    this.#cramped = crampedByTable.get(this.#localName) ?? this.#cramped
  }

  /** The width of the table in px; until it is measured, that of the last table with this name, or 0. */
  get width(): number {
    return this.#width
  }
  set width(px: number) {
    this.#width = px
    if (px > 0) lastWidths.set(this.#name, px)
  }

  /** Whether the columns need more width than is available. */
  readonly isCramped = $derived(this.contentWidth > this.#width)
  readonly #roomPx = $derived.by(() => this.#roomAt(this.#width))

  /**
   * If the columns, now `contentPx` wide, do not fit, the one with the greatest of these limits folds or hides from now on.
   * Returns whether one did.
   */
  noteFit(contentPx: number, limits: readonly number[]): boolean {
    if (contentPx <= this.#width) return false
    const room = this.#roomAt(this.#width)
    const cramped = { px: this.#width, roomPx: Math.max(0, ...limits.filter((limit) => limit <= room)) - 1 }
    if (cramped.roomPx < 0) return false
    const others = this.#cramped.filter(({ px, roomPx }) => px > cramped.px || roomPx < cramped.roomPx)
    this.#cramped = [...others, cramped]
    crampedByTable.set(this.#localName, this.#cramped)
    return true
  }

  /** The room at the next greater width at which the columns did not fit. */
  #roomAt(width: number): number {
    const wider = this.#cramped.filter(({ px }) => px >= width)
    const next = wider.reduce<Cramped | null>(
      (least, each) => (least === null || each.px < least.px ? each : least),
      null,
    )
    return Math.min(width, next?.roomPx ?? width)
  }

  isShown({ hideBelow = 0, foldBelow = 0 }: ColumnLimits): boolean {
    return this.#width === 0 || this.#roomPx >= Math.max(hideBelow, foldBelow)
  }

  isFolded({ foldBelow = 0 }: ColumnLimits): boolean {
    return this.#width > 0 && this.#roomPx < foldBelow
  }
}
