/** A value for PostgreSQL: decimal text, other text, a boolean, a whole number, or `null` for unknown. */
export type Cell = string | number | boolean | null

const escapes: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
  '\0': '\uFFFD',
}

/** Escapes text for the text format of COPY. PostgreSQL cannot store NUL: it is replaced by the replacement character. */
export const escapeText = (text: string): string =>
  /[\\\t\n\r\0]/.test(text) ? text.replace(/[\\\t\n\r\0]/g, (character) => escapes[character] ?? character) : text

/** A cell in the text format of COPY. */
export const copyCell = (cell: Cell): string =>
  cell === null ? '\\N' : typeof cell === 'string' ? escapeText(cell) : String(cell)

/** A row in the text format of COPY, with its line break. */
export const copyRow = (cells: readonly Cell[]): string => `${cells.map(copyCell).join('\t')}\n`

/** A time (UTC ms) in PostgreSQL's format, exact to the millisecond, also before the year 1 and after 9999. */
export function instantText(at: number): string {
  const iso = new Date(at).toISOString()
  if (iso.startsWith('+')) return iso.replace(/^\+0*/, '')
  const [, year = '', rest = ''] = /^-?(\d+)(.*)$/.exec(iso) ?? []
  if (!iso.startsWith('-') && Number(year) > 0) return iso
  return `${String(Number(year) + 1).padStart(4, '0')}${rest} BC`
}

export const instantOrNull = (at: number | null): string | null => (at === null ? null : instantText(at))

/** The date at the start of a time text, as the service writes it; null if no such date exists. */
export function dayOfText(atText: string): string | null {
  const [day] = /^\d{4}-\d\d-\d\d/.exec(atText) ?? []
  if (day === undefined || day.startsWith('0000')) return null
  const at = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day) ? day : null
}
