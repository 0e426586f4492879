import { AppError } from '../../../shared/errors.ts'
import type { InstrumentPart } from '../../../shared/model/instrument-view.ts'
import type { Purpose } from '../../../shared/model/usage.ts'
import type { SyncContext } from '../context.ts'
import { isLive } from './pace.ts'
import { PartPlan, type PlannedPart } from './part-plan.ts'
import { PartReader } from './part-reader.ts'
import { idOf, type PartRequest } from './part-request.ts'
import { PartTroubles } from './part-troubles.ts'
import { InstrumentViews, type InstrumentFocus } from './views.ts'

/** On their way at once: an opened screen is whole at once, and a slow service is not flooded. */
const maxInFlight = 8

/** How the reading of one part stands. */
export interface PartStanding {
  readonly problem: string | null
  readonly isForbidden: boolean
  readonly isAsked: boolean
  /** UTC ms; `null` where it is not on screen, or not to be read again. */
  readonly nextAt: number | null
}

/** Keeps the parts fresh of the instruments that windows show, each asked for by itself and once at a time. */
export class InstrumentFollower {
  readonly chains: PartReader['chains']
  readonly #context: SyncContext
  readonly #reader: PartReader
  readonly #views: InstrumentViews
  readonly #troubles: PartTroubles
  readonly #plan: PartPlan
  /** A person wants these now, however fresh they are. */
  readonly #wanted = new Set<string>()
  readonly #inFlight = new Map<string, Promise<void>>()
  #kept: { readonly at: number; readonly plannedParts: readonly PlannedPart[] } | null = null
  #nudge = (): void => undefined

  constructor(context: SyncContext, random: () => number = Math.random) {
    this.#context = context
    this.#reader = new PartReader(context)
    this.chains = this.#reader.chains
    this.#views = new InstrumentViews(context.clock)
    this.#troubles = new PartTroubles(context.clock, random)
    this.#plan = new PartPlan(context, this.#reader, this.#troubles)
  }

  /** What a window shows; whether there may be something to ask that was not before. `again` reads all of it now. */
  follow(viewId: string, focus: InstrumentFocus, again: boolean): boolean {
    const isNew = this.#views.set(viewId, focus)
    if (again && focus.isVisible)
      for (const request of this.#plan.requestsOf(focus)) {
        if (this.#plan.isForbidden(request)) continue
        this.#troubles.clear(idOf(request))
        this.#wanted.add(idOf(request))
      }
    if (isNew || again) this.#changed()
    return isNew || again
  }

  /** The parts that an instrument has, in the order of the screen. */
  partsOf(symbol: string): readonly InstrumentPart[] {
    return this.#plan.partsOf(symbol)
  }

  /** Of trouble, permission and time: all of a part but its value. */
  standing(request: PartRequest): PartStanding {
    const id = idOf(request)
    const plannedPart = this.#plannedParts().find((one) => idOf(one.request) === id)
    return {
      problem: this.#troubles.problemOf(id),
      isForbidden: this.#plan.isForbidden(request),
      isAsked: this.#inFlight.has(id) || (plannedPart !== undefined && plannedPart.dueAt <= this.#context.clock.now()),
      nextAt: plannedPart === undefined || !Number.isFinite(plannedPart.dueAt) ? null : plannedPart.dueAt,
    }
  }

  /** Asks for all that is due until nothing is. Throws when the connection is gone or the cache cannot be written. */
  async run(signal: AbortSignal): Promise<void> {
    const failures: unknown[] = []
    while (!signal.aborted && failures.length === 0) {
      for (const plannedPart of this.#due()) this.#begin(plannedPart, signal, failures)
      if (this.#inFlight.size === 0) break
      await this.#nextEvent()
    }
    await Promise.all(this.#inFlight.values())
    if (failures.length > 0) throw failures[0]
  }

  /** Milliseconds until something is due that is not on its way; `null` while there is no such thing. */
  nextDelayMs(): number | null {
    if (this.#inFlight.size >= maxInFlight) return null
    const waiting = this.#readPlannedParts().filter(({ request }) => !this.#inFlight.has(idOf(request)))
    const soonest = Math.min(...waiting.map(({ dueAt }) => dueAt))
    return Number.isFinite(soonest) ? Math.max(shortestMs, soonest - this.#context.clock.now()) : null
  }

  #readPlannedParts(): readonly PlannedPart[] {
    const plannedParts = this.#plan.plannedParts(this.#views.visible, this.#wanted)
    this.#kept = { at: this.#context.clock.monotonic(), plannedParts }
    return plannedParts
  }

  /** For the windows, which ask for many parts at once. */
  #plannedParts(): readonly PlannedPart[] {
    const kept = this.#kept
    return kept !== null && this.#context.clock.monotonic() - kept.at < keptMs
      ? kept.plannedParts
      : this.#readPlannedParts()
  }

  /** Something changed that the plan follows from. */
  #changed(): void {
    this.#kept = null
    this.#plan.refresh()
    this.#nudge()
  }

  #due(): readonly PlannedPart[] {
    const now = this.#context.clock.now()
    return this.#readPlannedParts()
      .filter(({ request, dueAt }) => dueAt <= now && !this.#inFlight.has(idOf(request)))
      .slice(0, Math.max(0, maxInFlight - this.#inFlight.size))
  }

  #begin({ request, purpose }: PlannedPart, signal: AbortSignal, failures: unknown[]): void {
    const id = idOf(request)
    this.#wanted.delete(id)
    const work = this.#read(request, purpose, signal)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => {
        this.#inFlight.delete(id)
        this.#changed()
        this.#announce(request)
      })
    this.#inFlight.set(id, work)
    this.#kept = null
    // That a book is being read, every other second, is no news.
    if (!isLive(request.part) || purpose === 'person') this.#announce(request)
  }

  async #read(request: PartRequest, purpose: Purpose, signal: AbortSignal): Promise<void> {
    try {
      await this.#reader.read(request, { purpose, signal })
      this.#troubles.clear(idOf(request))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      if (error.code === 'cancelled') return
      this.#troubles.note(request, error, this.#reader.fetchedAt(request) !== null)
      // A part's trouble stays with the part; the connection's is everybody's.
      if (error.code === 'offline' || error.code === 'signed-out') throw error
    }
  }

  #announce({ symbol, part }: PartRequest): void {
    this.#context.publish('instrument.changed', { symbol, part })
  }

  /** The end of an answer, another word of a window, or the next turn. */
  async #nextEvent(): Promise<void> {
    let stopTimer = (): void => undefined
    await new Promise<void>((resolve) => {
      this.#nudge = resolve
      const delayMs = this.nextDelayMs()
      if (delayMs !== null) stopTimer = this.#context.clock.after(delayMs, resolve)
    })
    stopTimer()
    this.#nudge = () => undefined
  }
}

const shortestMs = 250
/** The plan as the windows see it may be this old. */
const keptMs = 100
