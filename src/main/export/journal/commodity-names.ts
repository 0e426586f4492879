import { createHash } from 'node:crypto'
import { quotedCommodity } from './inert-text.ts'

/** The names of currencies and of instruments in a journal. Two different ones never have the same name. */
export interface CommodityNames {
  readonly currency: (code: string) => string
  readonly instrument: (symbol: string) => string
}

/** hledger and ledger: plain letters as they are, anything else between quotes. */
export function plainNames(currencies: Iterable<string>): CommodityNames {
  const codes = new Set(currencies)
  return {
    currency: (code) => (/^[A-Za-z]+$/.test(code) ? code : quotedCommodity(code)),
    // No escaped name begins with a percent sign and a colon.
    instrument: (symbol) => (codes.has(symbol) ? `"%:${quotedCommodity(symbol).slice(1)}` : quotedCommodity(symbol)),
  }
}

/** What beancount takes: at most 24 capital letters, digits and some signs, beginning with a letter and ending with no sign. */
const maxLength = 24
const hashLength = 8

/**
 * Beancount: `SBER@MISX` is `SBER.MISX`, a currency of letters is itself. A name that cannot be written without loss ends in a
 * dash and a part of its hash; the journal states the symbol beside it.
 */
export function beancountNames(currencies: Iterable<string>, symbols: Iterable<string>): CommodityNames {
  const taken = new Set<string>()
  const name = (kind: 'c' | 'i') => (text: string) => {
    const plain = kind === 'c' ? plainCurrency(text) : plainInstrument(text)
    for (let round = 0, next = plain; ; round++) {
      if (next !== null && !taken.has(next)) {
        taken.add(next)
        return [text, next] as const
      }
      next = hashedName(text, `${kind}${round} ${text}`)
    }
  }
  const currencyNames = new Map([...new Set(currencies)].sort().map(name('c')))
  const instrumentNames = new Map([...new Set(symbols)].sort().map(name('i')))
  return {
    currency: (code) => currencyNames.get(code) ?? hashedName(code, `c ${code}`),
    instrument: (symbol) => instrumentNames.get(symbol) ?? hashedName(symbol, `i ${symbol}`),
  }
}

const plainCurrency = (code: string): string | null => (/^[A-Z]{2,12}$/.test(code) ? code : null)

const plainInstrument = (symbol: string): string | null =>
  /^[A-Z][A-Z0-9]*@[A-Z0-9]+$/.test(symbol) && symbol.length <= maxLength ? symbol.replace('@', '.') : null

function hashedName(text: string, hashed: string): string {
  const hash = createHash('sha256').update(hashed).digest('hex').slice(0, hashLength).toUpperCase()
  const readable = text
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '.')
    .slice(0, maxLength - hashLength - 3)
  return `X.${readable.replace(/^\.|\.$/g, '')}-${hash}`
}
