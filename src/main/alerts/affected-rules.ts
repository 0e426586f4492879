import type { Topic } from '../../shared/contract/contract.ts'
import type { AlertCondition } from '../../shared/model/alert.ts'

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

/** Which conditions must be checked after an event. Quotes concern only the conditions on their own instruments. */
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
