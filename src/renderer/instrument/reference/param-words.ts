import type { TradingParams } from '../../../shared/model/instrument.ts'
import { titleOf } from '../../lib/words/service-names.ts'

const availability: Readonly<Record<string, string>> = {
  AVAILABLE: 'Available',
  NOT_AVAILABLE: 'Not available',
  ACCOUNT_NOT_APPROVED: 'Account not approved',
  HTB: 'Hard to borrow',
  AVAILABLE_STRATEGY: 'Only within a strategy',
}

/** The availability of a long or short position in words; unknown names stay recognisable. */
export function availabilityWords(side: TradingParams['longable']): string {
  if (side === null) return '—'
  const words = availability[side.value] ?? titleOf(side.value, '—')
  if (side.haltedDays === 0) return words
  return `${words}, halted for ${side.haltedDays === 1 ? '1 day' : `${side.haltedDays} days`}`
}

const priceTypes: Readonly<Record<string, string>> = {
  POSITIVE: 'above zero',
  NON_NEGATIVE: 'zero or above',
  ANY: 'any, including negative',
  UNKNOWN: '—',
}

/** The prices that an order may have. */
export const priceTypeWords = (type: string | null): string =>
  type === null ? '—' : (priceTypes[type] ?? titleOf(type, '—'))
