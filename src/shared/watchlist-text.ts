/** A list as text: one symbol a line, its name behind ` # `, the list's own name ahead of all. */
export interface WatchlistText {
  /** `null` when the text does not say. */
  readonly name: string | null
  /** Each once, in their order: symbols, tickers or ISINs. */
  readonly inputs: readonly string[]
}

const nameMark = '# Watchlist:'
/** A part in double quotes may hold anything but a line end; else blanks, commas and semicolons end it. */
const partPattern = /"(?:[^"\r\n]|"")*"|[^\s,;]+/g

/** Reads a list from any text: parted by line ends, commas, semicolons or blanks; `#` alone begins a remark. */
export function parseWatchlistText(text: string): WatchlistText {
  const lines = text.replace(/^\uFEFF/, '').split(/[\r\n]+/)
  const named = lines
    .find((line) => line.startsWith(nameMark))
    ?.slice(nameMark.length)
    .trim()
  const inputs = new Set(lines.flatMap(partsOf))
  return { name: named === undefined || named === '' ? null : named, inputs: [...inputs] }
}

/** Writes a list so that `parseWatchlistText` finds its name and every symbol again. */
export function writeWatchlistText(
  name: string,
  rows: readonly { readonly symbol: string; readonly name: string | null }[],
): string {
  const lines = rows.map((row) =>
    row.name === null || row.name === '' ? quoted(row.symbol) : `${quoted(row.symbol)} # ${oneLine(row.name)}`,
  )
  return [`${nameMark} ${oneLine(name)}`, ...lines, ''].join('\n')
}

function partsOf(line: string): string[] {
  const parts: string[] = []
  for (const [part] of line.matchAll(partPattern)) {
    if (part === '#') break
    const plain = (/^".*"$/.test(part) && part.length > 1 ? part.slice(1, -1).replaceAll('""', '"') : part).trim()
    if (plain !== '') parts.push(plain)
  }
  return parts
}

const quoted = (symbol: string): string =>
  /[\s,;"]/.test(symbol) || symbol === '#' ? `"${symbol.replaceAll('"', '""')}"` : symbol
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()
