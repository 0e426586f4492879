/** The maximum number of instruments in a watchlist. Also the maximum that a window can report to the host. */
export const maxListSymbols = 500
/** The maximum number of watchlists. */
export const maxLists = 100

/** A watchlist as text: the name of the list first, then one symbol per line with its name after ` # `. */
interface WatchlistText {
  /** `null` if the text contains no name. */
  readonly name: string | null
  /** Symbols, tickers or ISINs in their order, without duplicates. */
  readonly inputs: readonly string[]
  /** The same entries line by line, for names that consist of several words. */
  readonly lines: readonly (readonly string[])[]
}

const nameMark = '# Watchlist:'
/** A quoted part may contain anything except a line end; other parts end at whitespace, commas and semicolons. */
const partPattern = /"(?:[^"\r\n]|"")*"|[^\s,;]+/g
/** A count or an amount, optionally with currency signs. */
const numberPattern = /^[+\-−×x]?[$€£¥₽₸₺₹]?\d+(?:[.'’]\d+)*(?:%|[$€£¥₽₸₺₹])?$/i
/** A unit that can follow a count. */
const unitPattern =
  /^(?:pcs?|pieces?|shares?|units?|lots?|шт(?:ук[аи]?)?|лот(?:а|ов)?|акци[яйи]|паев|usd|eur|rub|gbp|cny|hkd|chf|jpy|kzt|try|руб|[$€£¥₽₸₺₹])\.?$/i

/** Parses a list from any text. Entries are separated by line ends, commas, semicolons or whitespace; a separate `#` starts a comment. */
export function parseWatchlistText(text: string): WatchlistText {
  const lines = text.replace(/^\uFEFF/, '').split(/[\r\n]+/)
  const named = lines
    .find((line) => line.startsWith(nameMark))
    ?.slice(nameMark.length)
    .trim()
  const parts = lines.map((line) => withoutQuantities(partsOf(line)))
  return {
    name: named === undefined || named === '' ? null : named,
    inputs: [...new Set(parts.flat())],
    lines: parts.filter((line) => line.length > 0),
  }
}

/** Writes a list so that `parseWatchlistText` restores its name and every symbol. */
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

/**
 * Removes counts and amounts beside names (`SBER 100`, `10 шт Газпром`, `AAPL 1 000 USD`). A line with numbers only is
 * unchanged, because tickers are numbers on some markets.
 */
function withoutQuantities(parts: readonly string[]): string[] {
  const isQuantity = parts.map((part) => numberPattern.test(part))
  parts.forEach((part, index) => {
    if (isQuantity[index - 1] === true && unitPattern.test(part)) isQuantity[index] = true
  })
  const names = parts.filter((_, index) => isQuantity[index] !== true)
  return names.length > 0 ? names : [...parts]
}

const quoted = (symbol: string): string =>
  /[\s,;"]/.test(symbol) || symbol === '#' ? `"${symbol.replaceAll('"', '""')}"` : symbol
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()
