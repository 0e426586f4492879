import { isKnownValue, type EnumerationName } from '#shared/text/service/known-values.ts'
import { noteUnknownValue } from './observed.ts'

/** Returns the value unchanged, and notes it if it was never seen. */
export function seen(enumeration: EnumerationName, value: string): string {
  if (!isKnownValue(enumeration, value)) noteUnknownValue(enumeration, value)
  return value
}
