import { parseBoundedJson } from '#shared/bounded-json.ts'
import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import { InstrumentSymbol } from '#shared/model/values.ts'
import { isQuoteColumnKey, type QuoteColumnKey } from '#shared/quote-columns.ts'

const maxNameLength = 80

/** The trimmed name; throws AppError `invalid` when it is empty or too long. */
export function checkListName(name: string): string {
  const trimmed = name.trim()
  if (trimmed === '' || trimmed.length > maxNameLength) {
    throw new AppError('invalid', m.journal_a_watchlist_needs_a_name({ max: maxNameLength }))
  }
  return trimmed
}

/** The trimmed symbol; throws AppError `invalid` when it is malformed. */
export function checkSymbol(symbol: string): string {
  const checked = InstrumentSymbol.safeParse(symbol.trim())
  if (!checked.success || /\p{Cc}/u.test(checked.data))
    throw new AppError('invalid', m.journal_this_is_not_a_valid_symbol())
  return checked.data
}

/** The stored columns; columns that this version does not know are skipped but stay stored. */
export function readColumns(value: unknown): QuoteColumnKey[] | null {
  const columns = typeof value === 'string' ? parseJson(value) : null
  return Array.isArray(columns) ? columns.filter(isQuoteColumnKey) : null
}

function parseJson(value: string): unknown {
  try {
    return parseBoundedJson(value)
  } catch {
    return null // invalid JSON: the list shows the default columns
  }
}
