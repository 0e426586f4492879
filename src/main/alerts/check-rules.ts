import type { Topic } from '#shared/contract/contract.ts'
import { minuteMs } from '#shared/durations.ts'
import type { AlertCondition } from '#shared/model/alert-condition.ts'
import type { Notice } from '#shared/model/alert.ts'
import type { Clock } from '../time/clock.ts'
import { evaluate } from './evaluate.ts'
import type { AlertInputs } from './measure/inputs.ts'
import type { Alert } from './measure/measure.ts'
import { describeReport } from './occurrences.ts'
import { statusOf } from './rule-state.ts'

const kindsByTopic: Partial<Record<Topic, readonly AlertCondition['kind'][]>> = {
  'quotes.changed': ['price', 'day-percent', 'percent-from', 'near-extreme'],
  'accounts.changed': ['account', 'position', 'margin', 'event'],
  'orders.changed': ['order'],
  'reports.changed': ['report'],
  'report.arrived': ['report'],
  'events.changed': ['event', 'price', 'day-percent', 'percent-from', 'near-extreme'],
  'ledger.changed': ['difference'],
  'connection.changed': ['service'],
}

/** The conditions that must be checked after an event. Quotes affect only the conditions on their own instruments. */
export function affectedBy(topic: Topic, payload: unknown): (condition: AlertCondition) => boolean {
  const kinds = kindsByTopic[topic] ?? []
  const symbols =
    hasKey(payload, 'symbols') && Array.isArray(payload.symbols) ? new Set<unknown>(payload.symbols) : null
  return (condition) =>
    kinds.includes(condition.kind) &&
    (symbols === null || !('symbol' in condition) || condition.symbol === null || symbols.has(condition.symbol))
}

/** The id of the report that has arrived by this event; `null` for any other event. */
export const arrivedReport = (topic: Topic, payload: unknown): string | null =>
  topic === 'report.arrived' && hasKey(payload, 'id') && typeof payload.id === 'string' ? payload.id : null

const hasKey = <K extends string>(value: unknown, key: K): value is Record<K, unknown> =>
  typeof value === 'object' && value !== null && key in value

interface RulesToCheck {
  readonly alerts: ReadonlyMap<string, Alert>
  /** The ids of the rules to check. */
  readonly due: ReadonlySet<string>
  /** The ids of the reports that arrived. */
  readonly arrived: ReadonlySet<string>
}

interface CheckResult {
  readonly changed: readonly Alert[]
  readonly notices: readonly Notice[]
}

/** Checks rules. Returns the changed rules and the notices to send. Pure except for `newId`. */
export function checkRules(
  { alerts, due, arrived }: RulesToCheck,
  inputs: AlertInputs,
  newId: () => string,
): CheckResult {
  const checked = [...due]
    .flatMap((id) => alerts.get(id) ?? [])
    .map((before) => ({ before, ...evaluate(before, inputs, newId) }))
  return {
    changed: checked.flatMap(({ before, alert }) => (alert === before ? [] : [alert])),
    notices: [
      ...checked.flatMap(({ notices }) => notices),
      ...notifyArrivals([...alerts.values()], arrived, inputs, newId),
    ],
  }
}

/** A report that arrived gets a notice without a rule too, unless a rule on it sends its own notice. */
function notifyArrivals(
  alerts: readonly Alert[],
  arrived: ReadonlySet<string>,
  inputs: AlertInputs,
  newId: () => string,
): Notice[] {
  const waiting = alerts.flatMap((alert) => {
    const { condition } = alert.rule
    return condition.kind === 'report' && statusOf(alert, inputs.now) === 'armed' ? [condition.accountId] : []
  })
  const reports = inputs.reports().filter(({ id }) => arrived.has(id))
  return reports
    .filter(({ accountId }) => !waiting.some((awaited) => awaited === null || awaited === accountId))
    .map((report) => ({
      id: newId(),
      at: inputs.now,
      cause: 'arrived',
      ruleId: null,
      condition: { kind: 'report', accountId: report.accountId },
      note: '',
      facts: describeReport(report),
      caveats: [],
    }))
}

/** Changes within this time are checked together. */
const gatherMs = 400
/** An expiry, missing data and the next day cause no event. They are found within this time. */
const checkEveryMs = minuteMs

interface CheckTimerOptions {
  readonly clock: Clock
  /** Checks the rules that were affected by changes. */
  readonly check: () => void
  /** Checks all rules. `keep` starts the timer for the next check. */
  readonly checkAll: () => void
}

/** Starts checks: soon after a change, and once a minute while there are rules. */
export class CheckTimer {
  readonly #options: CheckTimerOptions
  #stopGathering: (() => void) | null = null
  #stopMinute: (() => void) | null = null
  #isClosed = false

  constructor(options: CheckTimerOptions) {
    this.#options = options
  }

  /** Call after a change. */
  soon(): void {
    if (this.#isClosed) return
    this.#stopGathering ??= this.#options.clock.after(gatherMs, () => {
      this.#stopGathering = null
      this.#options.check()
    })
  }

  /** Keeps the timer running while there are rules. Without rules no timer wakes an idle computer. */
  keep(hasRules: boolean): void {
    if (this.#isClosed) return
    if (!hasRules) {
      this.#stopMinute?.()
      this.#stopMinute = null
      return
    }
    this.#stopMinute ??= this.#options.clock.after(checkEveryMs, () => {
      this.#stopMinute = null
      this.#options.checkAll()
    })
  }

  close(): void {
    this.#isClosed = true
    this.#stopGathering?.()
    this.#stopMinute?.()
  }
}
