import { windowLanguage } from '../../lib/language.svelte.ts'

/** The widths below which a column is shown in another way. */
export interface ColumnLimits {
  /** Hidden while the table is narrower than this, in px. */
  readonly hideBelow?: number
  /** While the table is narrower than this, in px, its cells are below the first cells of their rows. */
  readonly foldBelow?: number
}

/** The last width of each table by name, for a table that is built again. */
const lastWidths = new Map<string, number>()
/** The greatest width of each table, by language and name, at which its columns did not fit. */
const crampedWidths = new Map<string, number>()
/** How much earlier columns fold and hide in a table that was too narrow for them: in some languages texts are longer. */
const crampedFactor = 0.8

/** Determines from the width of a table which of its columns have room. */
export class ColumnFit {
  readonly #name: string
  readonly #localName: string
  #width = $state(0)
  #crampedPx = $state(0)
  /** The width that the columns need, in px. */
  contentWidth = $state(0)

  /** `name` as in `TableProps`. */
  constructor(name: string) {
    this.#name = name
    this.#width = lastWidths.get(name) ?? 0
    this.#localName = `${windowLanguage()} ${name}`
    this.#crampedPx = crampedWidths.get(this.#localName) ?? 0
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
  readonly #roomPx = $derived(this.#width <= this.#crampedPx ? this.#width * crampedFactor : this.#width)

  /** Call it when both widths were measured: columns that do not fit fold and hide earlier from now on. */
  noteFit(): void {
    if (!this.isCramped || this.#width <= this.#crampedPx) return
    this.#crampedPx = this.#width
    crampedWidths.set(this.#localName, this.#width)
  }

  isShown({ hideBelow = 0, foldBelow = 0 }: ColumnLimits): boolean {
    return this.#width === 0 || this.#roomPx >= Math.max(hideBelow, foldBelow)
  }

  isFolded({ foldBelow = 0 }: ColumnLimits): boolean {
    return this.#width > 0 && this.#roomPx < foldBelow
  }
}
