import type { Clock } from '../../time/clock.ts'
import type { Scheduler } from '../scheduler/scheduler.ts'

const leaseMs = 45_000

interface View {
  readonly symbols: readonly string[]
  readonly isVisible: boolean
  readonly showsOrders: boolean
  readonly until: number
}

/** What the windows show. An open window repeats its report; 45 s after the last one it counts as closed. */
export class Attention {
  readonly #views = new Map<string, View>()
  readonly #clock: Clock
  readonly #onChange: (becameVisible: boolean) => void

  /** `onChange` is called after each change, with whether no window was visible before it. */
  constructor(clock: Clock, onChange: (becameVisible: boolean) => void = () => undefined) {
    this.#clock = clock
    this.#onChange = onChange
  }

  set(viewId: string, symbols: readonly string[], isVisible: boolean, showsOrders = false): void {
    this.#dropExpired()
    const before = this.#views.get(viewId)
    const wasVisible = this.isWindowVisible
    this.#views.set(viewId, { symbols, isVisible, showsOrders, until: this.#clock.monotonic() + leaseMs })
    const isSame = before?.isVisible === isVisible && before.showsOrders === showsOrders
    if (!isSame || before.symbols.join() !== symbols.join()) this.#onChange(this.isWindowVisible && !wasVisible)
  }

  /** Whether any window is on screen. */
  get isWindowVisible(): boolean {
    return this.#live().some((view) => view.isVisible)
  }

  /** Whether any window shows orders. */
  get showsOrders(): boolean {
    return this.#live().some((view) => view.isVisible && view.showsOrders)
  }

  get visibleSymbols(): ReadonlySet<string> {
    return new Set(this.#live().flatMap((view) => (view.isVisible ? view.symbols : [])))
  }

  #live(): View[] {
    this.#dropExpired()
    return [...this.#views.values()]
  }

  #dropExpired(): void {
    const now = this.#clock.monotonic()
    for (const [viewId, view] of this.#views) if (view.until <= now) this.#views.delete(viewId)
  }
}

/** The jobs that read at once what a window starts to show. */
const seenJobs = ['quotes-visible', 'schedules', 'reference', 'orders'] as const

/** Wakes the jobs after a change of what the windows show. `becameVisible`: no window was visible before. */
export function attend(scheduler: Scheduler, becameVisible: boolean): void {
  if (!scheduler.isStarted) return
  for (const job of seenJobs) scheduler.wake(job, 'schedule')
  if (!becameVisible) return
  // This job reads only accounts that are due by the plan.
  scheduler.wake('accounts', 'schedule')
  scheduler.hasten()
}
