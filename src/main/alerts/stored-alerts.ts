import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import type { Notice } from '#shared/model/alert.ts'
import type { Journal } from '../journal/journal.ts'
import type { Alert } from './measure/measure.ts'

/** The alert rules with their states. Each change is first stored in the journal. Throws the errors of the journal. */
export class StoredAlerts {
  readonly #stored: Pick<Journal['alerts'], 'list' | 'put' | 'remove'>
  #byId: ReadonlyMap<string, Alert>

  constructor(stored: Pick<Journal['alerts'], 'list' | 'put' | 'remove'>) {
    this.#stored = stored
    this.#byId = readAll(stored)
  }

  /** Call when other code has changed the stored rules. */
  reread(): void {
    this.#byId = readAll(this.#stored)
  }

  /** By id, newest first. */
  get byId(): ReadonlyMap<string, Alert> {
    return this.#byId
  }

  get all(): Alert[] {
    return [...this.#byId.values()]
  }

  /** Throws `not-found` for a rule that no longer exists. */
  find(id: string): Alert {
    const alert = this.#byId.get(id)
    if (alert === undefined) throw new AppError('not-found', m.alerts_this_alert_no_longer_exists())
    return alert
  }

  /** Adds or replaces a rule. A new rule becomes the first one. */
  keep(alert: Alert): void {
    this.#stored.put([alert])
    this.#byId = this.#byId.has(alert.rule.id) ? this.#with([alert]) : new Map([[alert.rule.id, alert], ...this.#byId])
  }

  /** Replaces rules and stores their notices in the same transaction. */
  replace(changed: readonly Alert[], notices: readonly Notice[] = []): void {
    if (changed.length > 0 || notices.length > 0) this.#stored.put(changed, notices)
    this.#byId = this.#with(changed)
  }

  remove(id: string): void {
    this.find(id)
    this.#stored.remove(id)
    this.#byId = new Map([...this.#byId].filter(([known]) => known !== id))
  }

  /** Moves the snoozes that have not ended at `now` (UTC ms). Returns whether there was one. */
  moveSnoozes(now: number, byMs: number): boolean {
    const snoozed = this.all.flatMap(({ rule, state }): Alert[] => {
      const until = state.snoozedUntil
      return until === null || until <= now ? [] : [{ rule, state: { ...state, snoozedUntil: until + byMs } }]
    })
    this.replace(snoozed)
    return snoozed.length > 0
  }

  #with(changed: readonly Alert[]): ReadonlyMap<string, Alert> {
    return new Map([...this.#byId, ...changed.map((alert) => [alert.rule.id, alert] as const)])
  }
}

const readAll = (stored: Pick<Journal['alerts'], 'list'>): ReadonlyMap<string, Alert> =>
  new Map(stored.list().map((alert) => [alert.rule.id, alert]))
