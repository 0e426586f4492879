/** The form in which names are compared: lower case, with е for ё. */
const fold = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll('ё', 'е')

/** The names by which an issuer is recognized in the name of a row. */
export interface Issuer {
  readonly symbol: string
  readonly name: string | null
  readonly isin: string
}

/** Words that do not distinguish issuers: legal forms, share classes, kinds of payment. */
const genericWords = new Set(
  (
    'пао оао зао ао нк ооо гк мкпао ап акция акции обыкновенная обыкновенные привилегированная привилегированные ' +
    'облигация облигации выпуск серия pjsc ojsc jsc inc corp corporation co company ltd plc sa ag nv group holding ' +
    'holdings the class common preferred ordinary share shares stock adr gdr etf fund bond bonds series'
  ).split(' '),
)

const wordsOf = (text: string): string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? []

/** Finds the symbols whose issuer is named in a text: by ISIN, by ticker in capitals, or by all words of the name. */
export class IssuerNames {
  readonly #issuers
  readonly #found = new Map<string, readonly string[]>()

  constructor(issuers: readonly Issuer[]) {
    this.#issuers = issuers.map(({ symbol, name, isin }) => ({
      symbol,
      isin: fold(isin),
      ticker: symbol.split('@')[0] ?? '',
      words: wordsOf(name ?? '').filter((word) => word.length > 1 && !genericWords.has(word)),
    }))
  }

  symbolsIn(text: string): readonly string[] {
    const known = this.#found.get(text)
    if (known !== undefined) return known
    const words = new Set(wordsOf(text))
    const rawWords = new Set(text.match(/[\p{L}\p{N}]+/gu) ?? [])
    const isTicker = (ticker: string): boolean =>
      ticker.length > 1 && ticker === ticker.toUpperCase() && rawWords.has(ticker)
    const found = this.#issuers
      .filter(
        (issuer) =>
          (issuer.isin !== '' && words.has(issuer.isin)) ||
          isTicker(issuer.ticker) ||
          (issuer.words.length > 0 && issuer.words.every((word) => words.has(word))),
      )
      .map(({ symbol }) => symbol)
    this.#found.set(text, found)
    return found
  }
}
