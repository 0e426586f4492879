const signs: Readonly<Record<string, string>> = {
  '₽': 'RUB',
  '€': 'EUR',
  '₸': 'KZT',
  '₴': 'UAH',
  '₺': 'TRY',
  '₼': 'AZN',
  '֏': 'AMD',
  '₾': 'GEL',
  '₹': 'INR',
  '£': 'GBP',
  '₩': 'KRW',
  '₪': 'ILS',
  '₫': 'VND',
  '฿': 'THB',
  '₱': 'PHP',
  '₦': 'NGN',
  '₮': 'MNT',
  zł: 'PLN',
  Kč: 'CZK',
  US$: 'USD',
  C$: 'CAD',
  CA$: 'CAD',
  A$: 'AUD',
  AU$: 'AUD',
  NZ$: 'NZD',
  HK$: 'HKD',
  S$: 'SGD',
  NT$: 'TWD',
  R$: 'BRL',
  MX$: 'MXN',
  'CN¥': 'CNY',
  'JP¥': 'JPY',
  руб: 'RUB',
  'руб.': 'RUB',
  'р.': 'RUB',
}
const dollars = ['USD', 'CAD', 'AUD', 'NZD', 'HKD', 'SGD', 'TWD', 'MXN', 'ARS', 'CLP', 'COP']
const yuanAndYen = ['CNY', 'CNH', 'JPY']
/** Signs of several currencies. */
const sharedSigns: Readonly<Record<string, readonly string[]>> = {
  $: dollars,
  '＄': dollars,
  '¥': yuanAndYen,
  '￥': yuanAndYen,
  kr: ['SEK', 'NOK', 'DKK', 'ISK'],
  '₨': ['PKR', 'LKR', 'NPR', 'MUR', 'INR'],
}
/** Older codes that exchanges still use, and other codes of the same unit. */
const sameUnit: Readonly<Record<string, string>> = {
  RUR: 'RUB',
  SUR: 'RUB',
  GBp: 'GBX',
  GBx: 'GBX',
  ZAc: 'ZAC',
  ILa: 'ILA',
}
/** ISO 4217 codes that name no currency. */
const noCurrency: readonly string[] = ['XXX', 'XTS']

/** In place of the currency of money whose stated currency cannot be read. No other currency is ever assumed for it. */
export const unreadableCurrency = '¤'

const codeForm = /^[A-Z]{3}$/
/** A hundredth of a currency: pence are `GBp`. In upper case it would be the whole currency. */
const minorUnitForm = /^[A-Z]{2}[a-z]$/

/** The signs of several currencies. The cache stores their place in this list, so a new one goes to the end. */
export const sharedSignList: readonly string[] = Object.keys(sharedSigns)

/** Whether the text is a sign of several currencies, such as `$`: the instrument decides which of them is meant. */
export const isSharedSign = (text: string): boolean => Object.hasOwn(sharedSigns, text)

/**
 * Reads a currency that the service writes as a code in any case, an older code, or a sign: one code for each unit.
 * A sign of several currencies is the first of `ofInstrument` (codes) that has it. `null` if the currency is not known.
 * Source: docs/service.md, "Currencies".
 */
export function readCurrency(text: string, ofInstrument: readonly (string | null)[] = []): string | null {
  const short = text.length > 32 ? '' : text.trim()
  const shared = isSharedSign(short) ? (sharedSigns[short] ?? []) : null
  if (shared !== null) return ofInstrument.find((code) => code !== null && shared.includes(code)) ?? null
  if (Object.hasOwn(signs, short)) return signs[short] ?? null
  if (minorUnitForm.test(short)) return sameUnit[short] ?? short
  const code = short.toUpperCase()
  return codeForm.test(code) && !noCurrency.includes(code) ? (sameUnit[code] ?? code) : null
}
