import { randomUUID } from 'node:crypto'
import type { Topic } from '#shared/contract/contract.ts'
import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import type { AlertDraft, AlertPreview, AlertRow, Notice } from '#shared/model/alert.ts'
import type { Cache } from '../cache/cache.ts'
import type { Journal } from '../journal/journal.ts'
import type { Clock } from '../time/clock.ts'
import { adopt } from './adopt.ts'
import { affectedBy, arrivedReport, checkRules, CheckTimer } from './check-rules.ts'
import { previewAlert, applyDraft, nameCurrency, validateDraft } from './draft.ts'
import { toAlertRow } from './evaluate.ts'
import { readAlertInputs, type AlertInputs } from './measure/inputs.ts'
import type { Alert } from './measure/measure.ts'
import { SyncStart } from './sync-start.ts'

/** The alert rules with their states. Each change is first stored in the journal. Throws the errors of the journal. */
class StoredAlerts {
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

export interface AlertsOptions {
  readonly cache: Cache
  readonly journal: Journal
  readonly clock: Clock
  /** The reason for which the service refused an instrument, by symbol. */
  readonly problems: ReadonlyMap<string, string>
  readonly connection: AlertInputs['connection']
  readonly differences: AlertInputs['differences']
  readonly missingPayments: AlertInputs['missingPayments']
  /** Subscribes to the events of the profile. Returns a function that ends the subscription. */
  readonly listen: (listener: (topic: Topic, payload: unknown) => void) => () => void
  readonly publish: (
    ...event: ['alerts.changed'] | ['notices.changed'] | ['notice.raised', { readonly id: string }]
  ) => void
  readonly logFault: (where: string, error: unknown) => void
}

/** The user's alert rules, checked after each change. Changes are saved in the journal before a notice is sent. */
export class Alerts {
  readonly #options: AlertsOptions
  readonly #timer: CheckTimer
  readonly #alerts: StoredAlerts
  readonly #due = new Set<string>()
  readonly #arrived = new Set<string>()
  readonly #syncStart: SyncStart
  readonly #stopListening: () => void

  constructor(options: AlertsOptions) {
    this.#options = options
    this.#alerts = new StoredAlerts(options.journal.alerts)
    this.#syncStart = new SyncStart(options.clock)
    const { clock } = options
    this.#timer = new CheckTimer({ clock, check: () => this.#check(), checkAll: () => this.#checkAll() })
    this.#keepChecking()
    this.#stopListening = options.listen((topic, payload) => this.#handleEvent(topic, payload))
  }

  /** Call when the computer woke. Nothing counts as late yet. */
  wake(): void {
    this.#syncStart.reset()
  }

  /** Call when the wall clock was set by this many ms. Setting it back does not extend a snooze. */
  noteClock(byMs: number): void {
    this.wake()
    if (byMs >= 0) return
    const { clock, publish } = this.#options
    if (this.#alerts.moveSnoozes(clock.now(), byMs)) publish('alerts.changed')
  }

  list(): AlertRow[] {
    const inputs = this.#inputs()
    return this.#alerts.all.map((alert) => toAlertRow(alert, inputs))
  }

  /** Saves a rule. Throws `invalid` for an invalid draft, `not-found` for a missing rule; then nothing changes. */
  save(id: string | null, given: AlertDraft): AlertRow {
    const inputs = this.#inputs()
    const draft = nameCurrency(given, inputs)
    validateDraft(draft, inputs.now, id === null ? this.#alerts.byId.size : 0)
    const before = id === null ? null : this.#alerts.find(id)
    const alert = applyDraft(before, draft, id ?? randomUUID(), inputs)
    this.#keep(alert)
    return toAlertRow(alert, inputs)
  }

  remove(id: string): void {
    this.#alerts.remove(id)
    this.#keepChecking()
    this.#options.publish('alerts.changed')
  }

  /** Suppresses the notices of a rule until this time (UTC ms), then arms it. `null` arms the rule now. */
  snooze(id: string, until: number | null): void {
    const { rule, state } = this.#alerts.find(id)
    if (until !== null && until <= this.#options.clock.now())
      throw new AppError('invalid', m.alerts_a_snooze_ends_in_the_future())
    this.#keep({ rule, state: { ...state, phase: 'armed', snoozedUntil: until } })
  }

  preview(given: AlertDraft): AlertPreview {
    const inputs = this.#inputs()
    const draft = nameCurrency(given, inputs)
    validateDraft(draft, inputs.now, 0)
    return previewAlert(draft, inputs, this.#options.journal, this.#alerts.all)
  }

  /** Call when the missing payments were read again. */
  checkMissingPayments(): void {
    for (const [id, { rule }] of this.#alerts.byId) if (rule.condition.kind === 'missing-payment') this.#due.add(id)
    if (this.#due.size > 0) this.#timer.soon()
  }

  /** Whether a rule depends on missing payments. */
  get wantsMissingPayments(): boolean {
    return this.#alerts.all.some(({ rule }) => rule.isEnabled && rule.condition.kind === 'missing-payment')
  }

  /** Call when another computer of the user changed rules. Changed rules are armed as if they were entered here now. */
  reread(): void {
    const before = this.#alerts.byId
    this.#alerts.reread()
    const inputs = this.#inputs()
    this.#alerts.replace(this.#alerts.all.flatMap((alert) => adopt(before.get(alert.rule.id) ?? null, alert, inputs)))
    for (const id of this.#alerts.byId.keys()) this.#due.add(id)
    this.#timer.soon()
    this.#keepChecking()
    this.#options.publish('alerts.changed')
  }

  /** Marks a notice as read; all notices with `null`. */
  markRead(id: string | null): void {
    const { journal, clock, publish } = this.#options
    if (journal.notices.markRead(id, clock.now()) > 0) publish('notices.changed')
  }

  close(): void {
    this.#stopListening()
    this.#timer.close()
  }

  /** Marks the rules that an event affects as due, and checks them soon. */
  #handleEvent(topic: Topic, payload: unknown): void {
    if (topic === 'connection.changed') this.#syncStart.notePause(this.#options.connection().phase === 'paused')
    const arrived = arrivedReport(topic, payload)
    if (arrived !== null) this.#arrived.add(arrived)
    const isAffected = affectedBy(topic, payload)
    for (const [id, { rule }] of this.#alerts.byId) if (isAffected(rule.condition)) this.#due.add(id)
    if (this.#due.size + this.#arrived.size > 0) this.#timer.soon()
  }

  #keep(alert: Alert): void {
    this.#alerts.keep(alert)
    this.#due.add(alert.rule.id)
    this.#timer.soon()
    this.#keepChecking()
    this.#options.publish('alerts.changed')
  }

  #inputs(): AlertInputs {
    const { cache, journal, problems, clock, connection, differences, missingPayments } = this.#options
    return readAlertInputs({
      cache,
      journal,
      problems,
      now: clock.now(),
      syncingSince: this.#syncStart.read(),
      connection,
      differences: differences(),
      missingPayments: missingPayments(),
    })
  }

  #keepChecking(): void {
    this.#timer.keep(this.#alerts.byId.size > 0)
  }

  #checkAll(): void {
    for (const id of this.#alerts.byId.keys()) this.#due.add(id)
    this.#check()
    const isTimed = this.#alerts.all.some(({ rule, state }) => rule.expiresAt ?? state.snoozedUntil)
    if (isTimed) this.#options.publish('alerts.changed')
    this.#keepChecking()
  }

  /** Checks the due rules. If the journal cannot be written, nothing is sent, and the next check finds the changes again. */
  #check(): void {
    const { publish, logFault } = this.#options
    try {
      const rules = { alerts: this.#alerts.byId, due: this.#due, arrived: this.#arrived }
      const { changed, notices } = checkRules(rules, this.#inputs(), randomUUID)
      this.#alerts.replace(changed, notices)
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
