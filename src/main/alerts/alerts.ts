import { randomUUID } from 'node:crypto'
import type { Topic } from '../../shared/contract.ts'
import { AppError } from '../../shared/errors.ts'
import type { AlertDraft, AlertPreview, AlertRow } from '../../shared/model/alert.ts'
import type { Cache } from '../cache/cache.ts'
import type { Clock } from '../clock.ts'
import { createClockReader } from '../clock-watch.ts'
import type { Journal } from '../journal/journal.ts'
import { checkDraft } from './check-draft.ts'
import { readArrival, readConcern } from './concern.ts'
import { toAlertRow } from './evaluate.ts'
import { look } from './look.ts'
import { LookTimes } from './look-times.ts'
import type { Alert } from './measure.ts'
import { previewAlert } from './preview.ts'
import { takeDraft } from './take-draft.ts'
import { readWorld, type AlertWorld } from './world.ts'

export interface AlertsOptions {
  readonly cache: Cache
  readonly journal: Journal
  readonly clock: Clock
  readonly connection: () => AlertWorld['connection']
  readonly publish: (
    ...told: ['alerts.changed'] | ['notices.changed'] | ['notice.raised', { readonly id: string }]
  ) => void
  readonly logFault: (where: string, error: unknown) => void
}

/** A person's rules: looked at on each change, told once, remembered in the journal before they are told. */
export class Alerts {
  readonly #options: AlertsOptions
  readonly #times: LookTimes
  /** By id, the newest first. */
  #alerts: ReadonlyMap<string, Alert>
  readonly #due = new Set<string>()
  readonly #arrived = new Set<string>()
  readonly #readClock: () => number
  #askingSince: number
  #wasPaused = false

  constructor(options: AlertsOptions) {
    this.#options = options
    this.#alerts = new Map(options.journal.alerts.list().map((alert) => [alert.rule.id, alert]))
    this.#readClock = createClockReader(options.clock)
    this.#askingSince = options.clock.now()
    const { clock } = options
    this.#times = new LookTimes({ clock, look: () => this.#look(), lookAtAll: () => this.#lookAtAll() })
    this.#keepLooking()
  }

  /** A topic spoke: the rules it concerns look again soon. */
  hear(topic: Topic, payload: unknown): void {
    if (topic === 'connection.changed') this.#notePause()
    const arrived = readArrival(topic, payload)
    if (arrived !== null) this.#arrived.add(arrived)
    const isConcerned = readConcern(topic, payload)
    for (const [id, { rule }] of this.#alerts) if (isConcerned(rule.condition)) this.#due.add(id)
    if (this.#due.size + this.#arrived.size > 0) this.#times.soon()
  }

  /** The computer woke: nothing is late yet. */
  wake(): void {
    this.#askingSince = this.#options.clock.now()
  }

  /** The clock was set by so many ms. Set back, a snooze must not last for so much longer. */
  noteClock(byMs: number): void {
    this.wake()
    if (byMs >= 0) return
    const { clock, journal, publish } = this.#options
    const snoozed = [...this.#alerts.values()].flatMap(({ rule, state }): Alert[] => {
      const until = state.snoozedUntil
      return until === null || until <= clock.now() ? [] : [{ rule, state: { ...state, snoozedUntil: until + byMs } }]
    })
    if (snoozed.length === 0) return
    journal.alerts.put(snoozed)
    this.#alerts = this.#with(snoozed)
    publish('alerts.changed')
  }

  list(): AlertRow[] {
    const world = this.#world()
    return [...this.#alerts.values()].map((alert) => toAlertRow(alert, world))
  }

  /** Throws `invalid` for what makes no sense, `not-found` for a rule that is gone; then nothing changes. */
  save(id: string | null, draft: AlertDraft): AlertRow {
    const world = this.#world()
    checkDraft(draft, world.now, id === null ? this.#alerts.size : 0)
    const before = id === null ? null : this.#find(id)
    const alert = takeDraft(before, draft, id ?? randomUUID(), world)
    this.#options.journal.alerts.put([alert])
    this.#keep(alert)
    return toAlertRow(alert, world)
  }

  remove(id: string): void {
    this.#find(id)
    this.#options.journal.alerts.remove(id)
    this.#alerts = new Map([...this.#alerts].filter(([other]) => other !== id))
    this.#keepLooking()
    this.#options.publish('alerts.changed')
  }

  /** Silent until then (UTC ms) and armed for afterwards; `null` arms it now. */
  snooze(id: string, until: number | null): void {
    const { clock, journal } = this.#options
    const { rule, state } = this.#find(id)
    if (until !== null && until <= clock.now()) throw new AppError('invalid', 'A snooze ends in the future.')
    const alert: Alert = { rule, state: { ...state, phase: 'armed', snoozedUntil: until } }
    journal.alerts.put([alert])
    this.#keep(alert)
  }

  preview(draft: AlertDraft): AlertPreview {
    const world = this.#world()
    checkDraft(draft, world.now, 0)
    return previewAlert(draft, world, this.#options.journal, [...this.#alerts.values()])
  }

  /** Marks one notice as read, or all with `null`. */
  markRead(id: string | null): void {
    const { journal, clock, publish } = this.#options
    if (journal.notices.markRead(id, clock.now()) > 0) publish('notices.changed')
  }

  close(): void {
    this.#times.close()
  }

  #find(id: string): Alert {
    const alert = this.#alerts.get(id)
    if (alert === undefined) throw new AppError('not-found', 'This alert no longer exists.')
    return alert
  }

  #keep(alert: Alert): void {
    const { id } = alert.rule
    this.#alerts = this.#alerts.has(id) ? this.#with([alert]) : new Map([[id, alert], ...this.#alerts])
    this.#due.add(id)
    this.#times.soon()
    this.#keepLooking()
    this.#options.publish('alerts.changed')
  }

  #with(changed: readonly Alert[]): ReadonlyMap<string, Alert> {
    return new Map([...this.#alerts, ...changed.map((alert) => [alert.rule.id, alert] as const)])
  }

  #world(): AlertWorld {
    const { cache, journal, clock, connection } = this.#options
    // Ages that the clock made up are nobody's silence.
    if (this.#readClock() !== 0) this.wake()
    return readWorld({ cache, journal, now: clock.now(), askingSince: this.#askingSince, connection: connection() })
  }

  /** After a pause nothing is late yet. */
  #notePause(): void {
    const isPaused = this.#options.connection().phase === 'paused'
    if (this.#wasPaused && !isPaused) this.wake()
    this.#wasPaused = isPaused
  }

  #keepLooking(): void {
    this.#times.keep(this.#alerts.size > 0)
  }

  #lookAtAll(): void {
    for (const id of this.#alerts.keys()) this.#due.add(id)
    this.#look()
    const isTimed = [...this.#alerts.values()].some((one) => one.rule.expiresAt ?? one.state.snoozedUntil)
    if (isTimed) this.#options.publish('alerts.changed')
    this.#keepLooking()
  }

  /** What cannot be written is not told: the next look finds it again. */
  #look(): void {
    const { journal, publish, logFault } = this.#options
    try {
      const subjects = { alerts: this.#alerts, due: this.#due, arrived: this.#arrived }
      const { changed, notices } = look(subjects, this.#world(), randomUUID)
      if (changed.length > 0 || notices.length > 0) journal.alerts.put(changed, notices)
      this.#alerts = this.#with(changed)
      this.#due.clear()
      this.#arrived.clear()
      if (changed.length > 0) publish('alerts.changed')
      if (notices.length > 0) publish('notices.changed')
      for (const { id } of notices) publish('notice.raised', { id })
    } catch (error) {
      logFault('alerts', error)
    }
  }
}
