import type { TradingParams } from '../../shared/model/instrument.ts'
import { titleOf } from '../lib/words.ts'

const availability: Readonly<Record<string, string>> = {
  AVAILABLE: 'Available',
  NOT_AVAILABLE: 'Not available',
  ACCOUNT_NOT_APPROVED: 'This account is not approved for it',
  HTB: 'Hard to borrow',
  AVAILABLE_STRATEGY: 'Within a strategy only',
}

/** Whether one may be long or short, in words; an unknown name stays as sent. */
export function availabilityWords(side: TradingParams['longable']): string {
  if (side === null) return '—'
  const words = availability[side.value] ?? titleOf(side.value, '—')
  if (side.haltedDays === 0) return words
  return `${words}, halted for ${side.haltedDays === 1 ? '1 day' : `${side.haltedDays} days`}`
}

const priceTypes: Readonly<Record<string, string>> = {
  POSITIVE: 'above zero',
  NON_NEGATIVE: 'zero or above',
  ANY: 'any, below zero too',
  UNKNOWN: '—',
}

/** Which prices an order may name. */
export const priceTypeWords = (type: string | null): string =>
  type === null ? '—' : (priceTypes[type] ?? titleOf(type, '—'))
