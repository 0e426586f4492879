import { AppError } from '../../shared/errors.ts'
import { InstrumentSymbol } from '../../shared/model/values.ts'
import { isQuoteColumnKey, type QuoteColumnKey } from '../../shared/quote-columns.ts'

const maxNameLength = 80

/** The trimmed name; throws AppError `invalid` when it is empty or too long. */
export function checkListName(name: string): string {
  const trimmed = name.trim()
  if (trimmed === '' || trimmed.length > maxNameLength) {
    throw new AppError('invalid', `A watchlist needs a name of 1 to ${maxNameLength} characters.`)
  }
  return trimmed
}

/** The trimmed symbol; throws AppError `invalid` when it is malformed. */
export function checkSymbol(symbol: string): string {
  const checked = InstrumentSymbol.safeParse(symbol.trim())
  if (!checked.success || /\p{Cc}/u.test(checked.data))
    throw new AppError('invalid', 'This is not a valid symbol (ticker@mic).')
  return checked.data
}

/** The stored columns; columns that this version does not know are skipped but stay stored. */
export function readColumns(value: unknown): QuoteColumnKey[] | null {
  const columns = typeof value === 'string' ? parseJson(value) : null
  return Array.isArray(columns) ? columns.filter(isQuoteColumnKey) : null
}

function parseJson(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    return null // not JSON: the list shows the default columns
  }
}
