import { createHash } from 'node:crypto'
import { quotedCommodity } from './inert-text.ts'

/** The names of currencies and instruments in an exported journal. Different ones always have different names. */
export interface CommodityNames {
  readonly currency: (code: string) => string
  readonly instrument: (symbol: string) => string
}

/** hledger and ledger: plain letters are unchanged, any other name is in quotes. */
export function plainNames(currencies: Iterable<string>): CommodityNames {
  const codes = new Set(currencies)
  return {
    currency: (code) => (/^[A-Za-z]+$/.test(code) ? code : quotedCommodity(code)),
    // No escaped name begins with a percent sign and a colon.
    instrument: (symbol) => (codes.has(symbol) ? `"%:${quotedCommodity(symbol).slice(1)}` : quotedCommodity(symbol)),
  }
}

/**
 * Beancount accepts at most 24 capital letters, digits and some signs; the first character is a letter, the last one is no
 * sign.
 */
const maxLength = 24
const hashLength = 8

/**
 * Beancount: `SBER@MISX` becomes `SBER.MISX`, a currency of letters is unchanged. A name that cannot be written exactly ends
 * with a dash and a part of its hash; the exported journal contains the symbol beside it.
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
