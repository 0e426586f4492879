import type { Format } from './format.ts'

/** A number of things for a message: the number, which chooses the plural form, and the number as the person writes it. */
export const counted = (
  count: number,
  format: Pick<Format, 'count'>,
): { readonly count: number; readonly shown: string } => ({ count, shown: format.count(count) })
