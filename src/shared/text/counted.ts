import type { Format } from './format.ts'

/**
 * The parameters of a message with a count: `count` selects the plural form, `shown` is the number in the user's format.
 */
export const counted = (
  count: number,
  format: Pick<Format, 'count'>,
): { readonly count: number; readonly shown: string } => ({ count, shown: format.count(count) })
