import type { TwrReason } from '#shared/model/ledger/returns.ts'
import { growthOf, type GrowthWindow, type InAndOut } from './window-growth.ts'

/** Days without a return, by their indexes: `start` included, `end` excluded. */
export interface LostDays {
  readonly start: number
  end: number
  readonly reason: TwrReason
}

/** Money that arrives within this many days after the end of a holding belongs to it, as a late dividend does. */
const lateDays = 45

/** A window after which nothing was held, and the index before it. */
interface EndedHolding {
  readonly window: GrowthWindow
  readonly growthBefore: number
  readonly day: number
}

const [isCovered, isLost] = [1, 2]

/** Links the growth factors of windows, in time order, to an index. */
export class Chain {
  /** The index: 1.1 is a gain of 10 % since the beginning. */
  growth = 1
  /** Whether a window was linked. */
  hasReturn = false
  /** Why the index cannot be continued over a lost window; `null` if it can. */
  broken: TwrReason | null = null
  readonly lost: LostDays[] = []
  readonly #days: Uint8Array
  /** Why windows since the last linked one are lost. */
  #pending: TwrReason | null = null
  #ended: EndedHolding | null = null

  constructor(dayCount: number) {
    this.#days = new Uint8Array(dayCount)
  }

  /** Links a window from the day `start` until `end` (excluded). `reason`: why it cannot be linked. */
  add(window: GrowthWindow, start: number, end: number, reason: TwrReason | null): void {
    const factor = reason ?? growthOf(window)
    if (factor === 'idle') return
    if (typeof factor === 'number') {
      if (this.hasReturn) this.broken ??= this.#pending
      this.#ended = window.end === 0 ? { window, growthBefore: this.growth, day: end } : null
      this.#link(this.growth * factor, start, end)
      return
    }
    if (factor === 'not-positive' && this.#addLate(window, start, end)) return
    // Days on which nothing was invested only interrupt the index if it goes on after them.
    if (factor === 'not-positive' && !isInvested(window)) this.#pending ??= factor
    else this.broken ??= factor
    this.lose(start, end, factor)
  }

  /** No return covers these days. */
  lose(start: number, end: number, reason: TwrReason): void {
    if (start >= end) return
    this.#days.fill(isLost, start, end)
    const last = this.lost.at(-1)
    if (last !== undefined && last.end >= start && last.reason === reason) last.end = end
    else this.lost.push({ start, end, reason })
  }

  isCovered(day: number): boolean {
    return this.#days[day] === isCovered
  }

  isLost(day: number): boolean {
    return this.#days[day] === isLost
  }

  /** The number of days on which something was held, and for which `isCounted` holds. */
  countHeld(isCounted: (day: number) => boolean): number {
    return this.#days.reduce((count, state, day) => (state !== 0 && isCounted(day) ? count + 1 : count), 0)
  }

  #link(growth: number, start: number, end: number): void {
    this.growth = growth
    this.hasReturn = true
    this.#pending = null
    for (let day = start; day < end; day++) if (this.#days[day] !== isLost) this.#days[day] = isCovered
  }

  /** Money on a day without a holding is added to what the last holding paid out. */
  #addLate({ begin, end, days }: GrowthWindow, start: number, endDay: number): boolean {
    const ended = this.#ended
    if (ended === null || begin !== 0 || end < 0 || endDay - ended.day > lateDays) return false
    if (this.#pending !== null || days.some((day) => day.in !== 0)) return false
    const late = days.reduce((total, { out }) => total + out, end)
    const window = { ...ended.window, days: withLate(ended.window.days, late) }
    const factor = growthOf(window)
    if (typeof factor !== 'number') return false
    this.#ended = end === 0 ? { ...ended, window } : null
    this.#link(ended.growthBefore * factor, start, endDay)
    return true
  }
}

const isInvested = ({ begin, days }: GrowthWindow): boolean => days.reduce((total, day) => total + day.in, begin) > 0

const withLate = (days: readonly InAndOut[], late: number): InAndOut[] =>
  days.map((day, index) => (index === days.length - 1 ? { ...day, out: day.out + late } : day))
