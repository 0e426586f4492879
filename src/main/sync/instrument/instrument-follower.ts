import { AppError, isOfConnection } from '#shared/errors.ts'
import type { InstrumentPart } from '#shared/model/instrument-view.ts'
import { linkSignals } from '../../broker/abortable-wait.ts'
import type { SyncContext } from '../context.ts'
import { PartPlan, type PlannedPart } from './part-plan.ts'
import { PartReader, type ReadOptions } from './part-reader.ts'
import { idOf, type PartRequest, PartTroubles } from './part-troubles.ts'
import { InstrumentViews, type InstrumentFocus, isLive } from './views.ts'

/**
 * The maximum number of requests in flight. An opened screen fills fast, and a slow service does not get too many
 * requests.
 */
const maxInFlight = 8

/** A part that is being read. */
interface Reading {
  readonly done: Promise<void>
  /** Cancels the request while it waits for its slot. A request that was sent is completed. */
  readonly cancel: () => void
}

/** The state of reading one part. */
export interface PartStatus {
  readonly problem: string | null
  readonly isForbidden: boolean
  readonly isAsked: boolean
  /** UTC ms; `null` if the part is not on screen or is not read again. */
  readonly nextAt: number | null
}

/** Keeps the parts of the instruments on screen fresh. Each part has its own requests, one at a time. */
export class InstrumentFollower {
  readonly chains: PartReader['chains']
  readonly #context: SyncContext
  readonly #reader: PartReader
  readonly #views: InstrumentViews
  readonly #troubles: PartTroubles
  readonly #plan: PartPlan
  /** Ids of parts that the user requested. They are read now, even if they are fresh. */
  readonly #requestedIds = new Set<string>()
  readonly #inFlight = new Map<string, Reading>()
  #cached: { readonly at: number; readonly plannedParts: readonly PlannedPart[] } | null = null
  #wakeRun = (): void => undefined

  constructor(context: SyncContext, random: () => number = Math.random) {
    this.#context = context
    this.#reader = new PartReader(context)
    this.chains = this.#reader.chains
    this.#views = new InstrumentViews(context.clock)
    this.#troubles = new PartTroubles(context.clock, random)
    this.#plan = new PartPlan(context, this.#reader, this.#troubles)
  }

  /**
   * Sets what a window shows. Returns whether there may be something new to read. With `again` everything is read now.
   */
  follow(viewId: string, focus: InstrumentFocus, again: boolean): boolean {
    const isNew = this.#views.set(viewId, focus)
    if (again && focus.isVisible)
      for (const request of this.#plan.requestsOf(focus)) {
        if (this.#plan.isForbidden(request)) continue
        this.#troubles.clear(idOf(request))
        this.#requestedIds.add(idOf(request))
      }
    if (isNew) this.#cancelUnseen()
    if (isNew || again) this.#changed()
    return isNew || again
  }

  /** The parts that an instrument has, in the order of the screen. */
  partsOf(symbol: string): readonly InstrumentPart[] {
    return this.#plan.partsOf(symbol)
  }

  /** The problem, permission and next reading of a part: everything except its value. */
  standing(request: PartRequest): PartStatus {
    const id = idOf(request)
    const plannedPart = this.#plannedParts().find((planned) => idOf(planned.request) === id)
    return {
      problem: this.#troubles.problemOf(id),
      isForbidden: this.#plan.isForbidden(request),
      isAsked: this.#inFlight.has(id) || (plannedPart !== undefined && plannedPart.dueAt <= this.#context.clock.now()),
      nextAt: plannedPart === undefined || !Number.isFinite(plannedPart.dueAt) ? null : plannedPart.dueAt,
    }
  }

  /** Reads everything that is due. Throws when the connection is lost or the cache cannot be written. */
  async run(signal: AbortSignal): Promise<void> {
    const failures: unknown[] = []
    while (!signal.aborted && failures.length === 0) {
      for (const plannedPart of this.#due()) this.#begin(plannedPart, signal, failures)
      if (this.#inFlight.size === 0) break
      await this.#nextEvent()
    }
    await Promise.all([...this.#inFlight.values()].map(({ done }) => done))
    if (failures.length > 0) throw failures[0]
  }

  /** Milliseconds until the next part that is not in flight is due; `null` if there is none. */
  nextDelayMs(): number | null {
    if (this.#inFlight.size >= maxInFlight) return null
    const waiting = this.#readPlannedParts().filter(({ request }) => !this.#inFlight.has(idOf(request)))
    const soonest = Math.min(...waiting.map(({ dueAt }) => dueAt))
    return Number.isFinite(soonest) ? Math.max(shortestMs, soonest - this.#context.clock.now()) : null
  }

  #readPlannedParts(): readonly PlannedPart[] {
    const plannedParts = this.#plan.plannedParts(this.#views.visible, this.#requestedIds)
    this.#cached = { at: this.#context.clock.monotonic(), plannedParts }
    return plannedParts
  }

  /** The plan for the windows, which request the state of many parts at once: it may be `freshMs` old. */
  #plannedParts(): readonly PlannedPart[] {
    const cached = this.#cached
    return cached !== null && this.#context.clock.monotonic() - cached.at < freshMs
      ? cached.plannedParts
      : this.#readPlannedParts()
  }

  /** The inputs of the plan changed. */
  #changed(): void {
    this.#cached = null
    this.#plan.refresh()
    this.#wakeRun()
  }

  #due(): readonly PlannedPart[] {
    const now = this.#context.clock.now()
    return this.#readPlannedParts()
      .filter(({ request, dueAt }) => dueAt <= now && !this.#inFlight.has(idOf(request)))
      .slice(0, Math.max(0, maxInFlight - this.#inFlight.size))
  }

  #begin({ request, purpose }: PlannedPart, signal: AbortSignal, failures: unknown[]): void {
    const id = idOf(request)
    this.#requestedIds.delete(id)
    const cancellation = new AbortController()
    const linked = linkSignals(signal, cancellation.signal)
    let isSent = false
    const options = { purpose, signal: linked.signal, onSend: () => void (isSent = true) }
    const done = this.#read(request, options)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => {
        linked.unlink()
        this.#inFlight.delete(id)
        this.#changed()
        this.#announce(request)
      })
    this.#inFlight.set(id, { done, cancel: () => isSent || cancellation.abort() })
    this.#cached = null
    // An order book is read every few seconds: the start of such a reading is not announced.
    if (!isLive(request.part) || purpose === 'user') this.#announce(request)
  }

  /** Cancels waiting requests for parts that are no longer on screen, so that the current page does not wait for earlier pages. */
  #cancelUnseen(): void {
    const planned = this.#plan.plannedParts(this.#views.visible, this.#requestedIds)
    const seen = new Set(planned.map(({ request }) => idOf(request)))
    for (const [id, { cancel }] of this.#inFlight) if (!seen.has(id)) cancel()
  }

  async #read(request: PartRequest, options: ReadOptions): Promise<void> {
    try {
      await this.#reader.read(request, options)
      this.#troubles.clear(idOf(request))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      if (error.code === 'cancelled') return
      this.#troubles.note(request, error, this.#reader.fetchedAt(request) !== null)
      // A problem of one part concerns only that part. A problem of the connection ends the run.
      if (isOfConnection(error.code)) throw error
    }
  }

  #announce({ symbol, part }: PartRequest): void {
    this.#context.publish('instrument.changed', { symbol, part })
  }

  /** Resolves at the end of a request, a change of what windows show, or the next due time. */
  async #nextEvent(): Promise<void> {
    let stopTimer = (): void => undefined
    await new Promise<void>((resolve) => {
      this.#wakeRun = resolve
      const delayMs = this.nextDelayMs()
      if (delayMs !== null) stopTimer = this.#context.clock.after(delayMs, resolve)
    })
    stopTimer()
    this.#wakeRun = () => undefined
  }
}

const shortestMs = 250
/** The maximum age of the plan that windows see. */
const freshMs = 100
