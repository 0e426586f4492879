import { AppError } from '../../shared/errors.ts'
import { InstrumentSymbol } from '../../shared/model/values.ts'
import { isQuoteColumnKey, type QuoteColumnKey } from '../../shared/quote-columns.ts'

const longestName = 80

/** The name without blanks at its ends; throws AppError 'invalid' when it is empty or too long. */
export function checkListName(name: string): string {
  const trimmed = name.trim()
  if (trimmed === '' || trimmed.length > longestName) {
    throw new AppError('invalid', `A watchlist needs a name of 1 to ${longestName} characters.`)
  }
  return trimmed
}

/** The symbol without blanks at its ends; throws AppError 'invalid' when it cannot be one. */
export function checkSymbol(symbol: string): string {
  const checked = InstrumentSymbol.safeParse(symbol.trim())
  if (!checked.success || /\p{Cc}/u.test(checked.data))
    throw new AppError('invalid', 'This is not the symbol of an instrument (ticker@mic).')
  return checked.data
}

/** The columns as they were kept; those that this version does not know are left out, and kept. */
export function readColumns(value: unknown): QuoteColumnKey[] | null {
  const columns = typeof value === 'string' ? parseJson(value) : null
  return Array.isArray(columns) ? columns.filter(isQuoteColumnKey) : null
}

function parseJson(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    return null // no columns: the list shows what every list shows at first
  }
}
