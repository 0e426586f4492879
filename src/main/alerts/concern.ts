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

/** Whether a rule must look again after a topic spoke. Of quotes, those of its own instrument alone. */
export function isConcerned(condition: AlertCondition, topic: Topic, symbols: ReadonlySet<string> | null): boolean {
  if (concerned[topic]?.includes(condition.kind) !== true) return false
  return symbols === null || !('symbol' in condition) || condition.symbol === null || symbols.has(condition.symbol)
}
