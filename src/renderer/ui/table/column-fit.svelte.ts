import { untrack } from 'svelte'
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
/** A width in px at which columns did not fit, and the steps after which they do. */
interface Cramped {
  readonly px: number
  readonly steps: number
}
/** Those of each table, by language and name. */
const crampedByTable = new Map<string, readonly Cramped[]>()
/** How much earlier columns fold and hide with each step: in some languages texts are longer. */
const crampedFactor = 0.8
const maxSteps = 4

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
  readonly #roomPx = $derived.by(() => this.#width * crampedFactor ** this.#stepsOf(this.#width))

  /** Call it in an effect, which follows the widths alone: columns that do not fit fold and hide earlier from now on. */
  noteFit(): void {
    if (this.contentWidth <= this.#width) return
    const px = this.#width
    const steps = untrack(() => this.#stepsOf(px)) + 1
    if (steps > maxSteps) return
    const others = untrack(() => this.#cramped).filter((other) => other.px > px || other.steps > steps)
    const cramped = [...others, { px, steps }]
    this.#cramped = cramped
    crampedByTable.set(this.#localName, cramped)
  }

  /** As many steps as the next greater width needed at which the columns did not fit. */
  #stepsOf(width: number): number {
    const wider = this.#cramped.filter(({ px }) => px >= width)
    return (
      wider.reduce<Cramped | null>((next, each) => (next === null || each.px < next.px ? each : next), null)?.steps ?? 0
    )
  }

  isShown({ hideBelow = 0, foldBelow = 0 }: ColumnLimits): boolean {
    return this.#width === 0 || this.#roomPx >= Math.max(hideBelow, foldBelow)
  }

  isFolded({ foldBelow = 0 }: ColumnLimits): boolean {
    return this.#width > 0 && this.#roomPx < foldBelow
  }
}
