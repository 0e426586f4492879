import type { QuoteColumnKey } from '#shared/quote-columns.ts'

const withoutTarget: readonly QuoteColumnKey[] = [
  'last',
  'changePercent',
  'sparkline',
  'bid',
  'ask',
  'range',
  'volume',
  'market',
]

/** The columns of a list until the user chooses others. */
export const defaultColumns = (hasTargets: boolean): readonly QuoteColumnKey[] =>
  hasTargets ? withoutTarget.toSpliced(2, 0, 'target') : withoutTarget
