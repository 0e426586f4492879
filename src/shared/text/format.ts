import { sign, toPlaces, type Decimal } from '../decimal.ts'
import type { Settings } from '../model/app/settings.ts'
import {
  formatAge,
  formatDate,
  formatFieldDate,
  formatShortDate,
  formatWeekday,
  instantFormats,
} from './format-time.ts'

/** Shown in place of a figure that is unknown. */
export const unknownText = '—'

export interface AmountOptions {
  /** ISO code, written after the number; empty or null when unknown. */
  readonly currency?: string | null | undefined
  /** Fraction digits; by default those of the currency, or 2. */
  readonly places?: number | undefined
  /** Writes a plus sign before values above zero. */
  readonly signed?: boolean | undefined
}

/** Numbers and dates in the user's formats; `null` is written as "—". A Decimal is formatted from its text, never through a float. */
export interface Format {
  amount(value: Decimal | null, options?: AmountOptions): string
  /** With `decimals` places, or with all digits if the decimals of the instrument are unknown (`null`). */
  price(value: Decimal | null, decimals: number | null): string
  /** `price`, split where the minor digits begin, which are shown lighter. */
  priceParts(value: Decimal | null, decimals: number | null): { readonly major: string; readonly minor: string }
  /** Pieces, with all digits. */
  quantity(value: Decimal | null): string
  /** A number that is already in percent: 1.5 is "1.5%". */
  percent(value: Decimal | number | null, places: number, options?: { readonly signed?: boolean }): string
  /** A fraction (0 … 1) as a percentage: 0.015 is "1.5%". */
  share(value: number | null, places: number): string
  /** A number that is not money, for example a size on disk. */
  number(value: number | null, places: number): string
  /** A whole number, for example of rows or requests. */
  count(value: number | null): string
  /** A calendar date, complete or partial (year, or year and month). No time zone shifts it. */
  date(value: string | null): string
  /** A whole calendar date in figures, for a narrow list. */
  shortDate(value: string): string
  /** A whole calendar date in figures with its complete year, for a field. */
  fieldDate(value: string): string
  /** The abbreviated weekday of a whole calendar date: "Mon". */
  weekday(value: string): string
  /** UTC ms as date and time in this computer's time zone. */
  dateTime(at: number | null): string
  time(at: number | null): string
  /** A duration in ms in its largest unit: "12 s", "4 min", "3 h", "2 d". */
  age(ms: number | null): string
}

/** Creates the formats of the locale in the settings, or of the system's locale. */
export function createFormat(settings: Pick<Settings, 'locale'>): Format {
  const locale = usableLocale(settings.locale)
  const formatters = new Map<string, Intl.NumberFormat>()
  const write = (value: string | number, min: number, max: number, signed: boolean, unit?: 'percent'): string => {
    const name = `${min} ${max} ${signed} ${unit}`
    const formatter = formatters.get(name) ?? numberFormat(locale, min, max, signed, unit)
    formatters.set(name, formatter)
    // Intl formats decimal text exactly, rounding half away from zero.
    return formatter.format(value as Intl.StringNumericLiteral)
  }
  const comma = new Intl.NumberFormat(locale).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.'
  const instants = instantFormats(locale)

  const price = (value: Decimal | null, decimals: number | null): string => {
    if (value === null) return unknownText
    return decimals === null
      ? write(value, 0, 100, false)
      : write(value, decimals, enoughPlaces(value, decimals), false)
  }
  return {
    price,
    amount(value, { currency, places, signed = false } = {}) {
      if (value === null) return unknownText
      const digits = places ?? currencyPlaces(currency)
      const text = write(value, digits, digits, signed)
      return currency ? `${text}\u00a0${currency}` : text
    },
    priceParts(value, decimals) {
      const text = price(value, decimals)
      const at = text.lastIndexOf(comma)
      if (value === null || at < 0) return { major: text, minor: '' }
      // The first three significant digits are the major part: 271|.35, 10.8|45, 1.08|453.
      const whole = text.slice(0, at).replace(/\D/g, '').replace(/^0+/, '').length
      const cut = whole >= 3 ? at : at + 1 + Math.max(0, 3 - Math.max(whole, 1))
      return { major: text.slice(0, cut), minor: text.slice(cut) }
    },
    quantity: (value) => (value === null ? unknownText : write(value, 0, 100, false)),
    percent: (value, places, { signed = false } = {}) =>
      isUnknown(value) ? unknownText : write(value, places, places, signed, 'percent'),
    share: (value, places) => (isUnknown(value) ? unknownText : write(value * 100, places, places, false, 'percent')),
    number: (value, places) => (isUnknown(value) ? unknownText : write(value, places, places, false)),
    count: (value) => (isUnknown(value) ? unknownText : write(value, 0, 0, false)),
    weekday: (value) => formatWeekday(value, locale),
    shortDate: (value) => formatShortDate(value, locale),
    fieldDate: (value) => formatFieldDate(value, locale),
    date: (value) => (value === null ? unknownText : formatDate(value, locale)),
    dateTime: (at) => (at === null ? unknownText : instants.dateTime(at)),
    time: (at) => (at === null ? unknownText : instants.time(at)),
    age: (ms) => (ms === null ? unknownText : formatAge(ms)),
  }
}

const isUnknown = <T extends Decimal | number>(value: T | null): value is null =>
  value === null || (typeof value === 'number' && !Number.isFinite(value))

function numberFormat(locale: string | undefined, min: number, max: number, signed: boolean, unit?: 'percent') {
  return new Intl.NumberFormat(locale, {
    minimumFractionDigits: min,
    maximumFractionDigits: max,
    // Neither option writes a minus sign before zero.
    signDisplay: signed ? 'exceptZero' : 'negative',
    ...(unit && { style: 'unit', unit }),
  })
}

/** The number of places needed so that a price above zero is not shown as zero. */
function enoughPlaces(value: Decimal, decimals: number): number {
  if (sign(value) === 0 || /[1-9]/.test(toPlaces(value, decimals))) return decimals
  return Math.min(100, (/\.(0*)[1-9]/.exec(value)?.[1]?.length ?? 0) + 2)
}

const placesByCurrency = new Map<string, number>()

/** The fraction digits of amounts in this currency; 2 where it is not known. */
export function currencyPlaces(currency: string | null | undefined): number {
  if (!currency || !/^[A-Z]{3}$/.test(currency)) return 2
  const known = placesByCurrency.get(currency)
  if (known !== undefined) return known
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  const places = format.resolvedOptions().maximumFractionDigits ?? 2
  placesByCurrency.set(currency, places)
  return places
}

/** The locale if it is valid; otherwise `undefined`, the locale of the system. */
function usableLocale(locale: string | null): string | undefined {
  if (locale === null) return undefined
  try {
    return Intl.getCanonicalLocales(locale)[0]
  } catch {
    return undefined // A malformed tag must not break the screen.
  }
}
