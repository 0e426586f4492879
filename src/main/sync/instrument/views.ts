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

/** The instruments that windows show. A window repeats its word while it is open; 45 s after its last word it counts as gone. */
export class InstrumentViews {
  readonly #views = new Map<string, { readonly focus: InstrumentFocus; readonly until: number }>()
  readonly #clock: Clock

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Whether this says something new. */
  set(viewId: string, focus: InstrumentFocus): boolean {
    this.#forgetGone()
    const before = this.#views.get(viewId)?.focus
    this.#views.set(viewId, { focus, until: this.#clock.monotonic() + leaseMs })
    return before === undefined || JSON.stringify(before) !== JSON.stringify(focus)
  }

  /** What is on screen now. */
  get visible(): readonly InstrumentFocus[] {
    this.#forgetGone()
    return [...this.#views.values()].flatMap(({ focus }) => (focus.isVisible ? [focus] : []))
  }

  #forgetGone(): void {
    const now = this.#clock.monotonic()
    for (const [viewId, { until }] of this.#views) if (until <= now) this.#views.delete(viewId)
  }
}
