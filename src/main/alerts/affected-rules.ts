import type { Topic } from '../../shared/contract.ts'
import type { AlertCondition } from '../../shared/model/alert.ts'

type Kind = AlertCondition['kind']

const concerned: Partial<Record<Topic, readonly Kind[]>> = {
  'quotes.changed': ['price', 'day-percent', 'percent-from', 'near-extreme'],
  'accounts.changed': ['account', 'position', 'margin', 'event'],
  'orders.changed': ['order'],
  'reports.changed': ['report'],
  'report.arrived': ['report'],
  'events.changed': ['event', 'price', 'day-percent', 'percent-from', 'near-extreme'],
  'connection.changed': ['service'],
}

/** Which rules must look again after a topic spoke. Of quotes, those of their own instruments alone. */
export function readConcern(topic: Topic, payload: unknown): (condition: AlertCondition) => boolean {
  const kinds = concerned[topic] ?? []
  const symbols = isOf(payload, 'symbols') && Array.isArray(payload.symbols) ? new Set<unknown>(payload.symbols) : null
  return (condition) =>
    kinds.includes(condition.kind) &&
    (symbols === null || !('symbol' in condition) || condition.symbol === null || symbols.has(condition.symbol))
}

/** The report that a topic says has arrived. */
export const readArrival = (topic: Topic, payload: unknown): string | null =>
  topic === 'report.arrived' && isOf(payload, 'id') && typeof payload.id === 'string' ? payload.id : null

const isOf = <K extends string>(value: unknown, key: K): value is Record<K, unknown> =>
  typeof value === 'object' && value !== null && key in value
