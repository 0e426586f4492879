import { randomUUID } from 'node:crypto'
import type { Topic } from '../../shared/contract.ts'
import { AppError } from '../../shared/errors.ts'
import type { AlertDraft, AlertPreview, AlertRow, Notice } from '../../shared/model/alert.ts'
import type { Cache } from '../cache/cache.ts'
import type { Clock } from '../clock.ts'
import { createClockReader } from '../clock-watch.ts'
import type { Journal } from '../journal/journal.ts'
import { checkDraft } from './check-draft.ts'
import { isConcerned } from './concern.ts'
import { evaluate, readAlert } from './evaluate.ts'
import { listHappenings } from './happenings.ts'
import { statusOf, withBaseline } from './judge.ts'
import { fact } from './level.ts'
import { isHappening, type Alert } from './measure.ts'
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

/** What changes within this time is looked at once. */
const gatherMs = 400
/** What passes with time alone – an expiry, a silence, a day – is noticed this soon. */
const lookMs = 60_000

/** A person's rules: looked at on each change, told once, remembered in the journal before they are told. */
export class Alerts {
  readonly #options: AlertsOptions
  readonly #alerts: Map<string, Alert>
  readonly #due = new Set<string>()
  readonly #arrived = new Set<string>()
  readonly #readClock: () => number
  #askingSince: number
  #wasPaused = false
  #stopGathering: (() => void) | null = null
  #stopLooking: (() => void) | null = null
  #isClosed = false

  constructor(options: AlertsOptions) {
    this.#options = options
    this.#alerts = new Map(options.journal.alerts.list().map((alert) => [alert.rule.id, alert]))
    this.#readClock = createClockReader(options.clock)
    this.#askingSince = options.clock.now()
    this.#keepLooking()
  }

  /** A topic spoke: the rules it concerns look again soon. */
  hear(topic: Topic, payload: unknown): void {
    if (topic === 'connection.changed') this.#notePause()
    if (topic === 'report.arrived' && isOf(payload, 'id') && typeof payload.id === 'string')
      this.#arrived.add(payload.id)
    const symbols = isOf(payload, 'symbols') && Array.isArray(payload.symbols) ? new Set<string>(payload.symbols) : null
    for (const { rule } of this.#alerts.values())
      if (isConcerned(rule.condition, topic, symbols)) this.#due.add(rule.id)
    this.#gather()
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
    for (const alert of snoozed) this.#alerts.set(alert.rule.id, alert)
    publish('alerts.changed')
  }

  list(): AlertRow[] {
    const world = this.#world()
    return [...this.#alerts.values()].map((alert) => asRow(alert, world))
  }

  /** Throws `invalid` for what makes no sense, `not-found` for a rule that is gone; then nothing changes. */
  save(id: string | null, draft: AlertDraft): AlertRow {
    const { clock, journal } = this.#options
    const now = clock.now()
    checkDraft(draft, now, id === null ? this.#alerts.size : 0)
    const before = id === null ? null : this.#find(id)
    const world = this.#world()
    const { alert: taken, isAnew } = takeDraft(before, draft, { id: id ?? randomUUID(), now })
    const { condition } = taken.rule
    // An event ahead is told however long it was known; an order filled before the rule is not.
    const hasBaseline = isAnew && isHappening(condition) && condition.kind !== 'event'
    const alert = hasBaseline ? { ...taken, state: withBaseline(taken.state, listHappenings(condition, world)) } : taken
    journal.alerts.put([alert])
    this.#keep(alert)
    return asRow(alert, world)
  }

  remove(id: string): void {
    this.#find(id)
    this.#options.journal.alerts.remove(id)
    this.#alerts.delete(id)
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
    const { journal, clock } = this.#options
    checkDraft(draft, clock.now(), 0)
    return previewAlert(draft, this.#world(), journal, [...this.#alerts.values()])
  }

  /** Marks one notice as read, or all with `null`. */
  markRead(id: string | null): void {
    const { journal, clock, publish } = this.#options
    if (journal.notices.markRead(id, clock.now()) > 0) publish('notices.changed')
  }

  close(): void {
    this.#isClosed = true
    this.#stopGathering?.()
    this.#stopLooking?.()
  }

  #find(id: string): Alert {
    const alert = this.#alerts.get(id)
    if (alert === undefined) throw new AppError('not-found', 'This alert no longer exists.')
    return alert
  }

  #keep(alert: Alert): void {
    const { id } = alert.rule
    // The newest stands first, as the journal lists them.
    const others = [...this.#alerts].filter(([other]) => other !== id)
    const isKnown = this.#alerts.has(id)
    if (!isKnown) this.#alerts.clear()
    this.#alerts.set(id, alert)
    if (!isKnown) for (const [other, one] of others) this.#alerts.set(other, one)
    this.#due.add(id)
    this.#gather()
    this.#keepLooking()
    this.#options.publish('alerts.changed')
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

  #gather(): void {
    if (this.#isClosed || this.#stopGathering !== null || this.#due.size + this.#arrived.size === 0) return
    this.#stopGathering = this.#options.clock.after(gatherMs, () => {
      this.#stopGathering = null
      this.#look()
    })
  }

  /** One look a minute, while there are rules: an idle monitor without rules is not woken. */
  #keepLooking(): void {
    if (this.#isClosed || this.#alerts.size === 0) {
      this.#stopLooking?.()
      this.#stopLooking = null
      return
    }
    this.#stopLooking ??= this.#options.clock.after(lookMs, () => {
      this.#stopLooking = null
      for (const id of this.#alerts.keys()) this.#due.add(id)
      this.#look()
      const isTimed = [...this.#alerts.values()].some((one) => one.rule.expiresAt ?? one.state.snoozedUntil)
      if (isTimed) this.#options.publish('alerts.changed')
      this.#keepLooking()
    })
  }

  /** What cannot be written is not told: the next look finds it again. */
  #look(): void {
    const { journal, publish, logFault } = this.#options
    try {
      const world = this.#world()
      const changed: Alert[] = []
      const notices: Notice[] = []
      for (const id of this.#due) {
        const alert = this.#alerts.get(id)
        if (alert === undefined) continue
        const after = evaluate(alert, world, randomUUID)
        if (after.alert !== alert) changed.push(after.alert)
        notices.push(...after.notices)
      }
      notices.push(...this.#tellArrivals(world))
      if (changed.length > 0 || notices.length > 0) journal.alerts.put(changed, notices)
      for (const alert of changed) this.#alerts.set(alert.rule.id, alert)
      this.#due.clear()
      this.#arrived.clear()
      if (changed.length > 0) publish('alerts.changed')
      if (notices.length > 0) publish('notices.changed')
      for (const { id } of notices) publish('notice.raised', { id })
    } catch (error) {
      logFault('alerts', error)
    }
  }

  /** A report that arrived is told without a rule too; where a rule waits for it, the rule tells it. */
  #tellArrivals(world: AlertWorld): Notice[] {
    const waiting = [...this.#alerts.values()].flatMap((alert) => {
      const { condition } = alert.rule
      return condition.kind === 'report' && statusOf(alert, world.now) === 'armed' ? [condition.accountId] : []
    })
    const reports = world.reports().filter(({ id }) => this.#arrived.has(id))
    return reports
      .filter(({ accountId }) => !waiting.some((of) => of === null || of === accountId))
      .map(({ accountId, beginOn, endOn }) => ({
        id: randomUUID(),
        at: world.now,
        cause: 'arrived',
        ruleId: null,
        condition: { kind: 'report', accountId },
        note: '',
        facts: [fact('Account', 'words', accountId), fact('From', 'date', beginOn), fact('To', 'date', endOn)],
        caveats: [],
      }))
  }
}

const isOf = <K extends string>(value: unknown, key: K): value is Record<K, unknown> =>
  typeof value === 'object' && value !== null && key in value

const asRow = (alert: Alert, world: AlertWorld): AlertRow => ({
  rule: alert.rule,
  status: statusOf(alert, world.now),
  firedAt: alert.state.firedAt,
  firedCount: alert.state.firedCount,
  snoozedUntil: alert.state.snoozedUntil,
  reading: readAlert(alert, world),
})
