import type { InstrumentPart } from '../../../shared/model/instrument-view.ts'
import type { Clock } from '../../time/clock.ts'
import type { ChainRequest } from './part-request.ts'

const leaseMs = 45_000

/** What one window shows of one instrument. */
export interface InstrumentFocus {
  readonly symbol: string
  readonly accountId: string | null
  readonly parts: readonly InstrumentPart[]
  readonly chain: ChainRequest | null
  readonly isVisible: boolean
}

/** The instruments that windows show. An open window repeats its report; 45 s after the last one it counts as closed. */
export class InstrumentViews {
  readonly #views = new Map<string, { readonly focus: InstrumentFocus; readonly until: number }>()
  readonly #clock: Clock

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Returns whether the report differs from the previous one. */
  set(viewId: string, focus: InstrumentFocus): boolean {
    this.#dropExpired()
    const before = this.#views.get(viewId)?.focus
    this.#views.set(viewId, { focus, until: this.#clock.monotonic() + leaseMs })
    return before === undefined || JSON.stringify(before) !== JSON.stringify(focus)
  }

  /** What is on screen now. */
  get visible(): readonly InstrumentFocus[] {
    this.#dropExpired()
    return [...this.#views.values()].flatMap(({ focus }) => (focus.isVisible ? [focus] : []))
  }

  #dropExpired(): void {
    const now = this.#clock.monotonic()
    for (const [viewId, { until }] of this.#views) if (until <= now) this.#views.delete(viewId)
  }
}
