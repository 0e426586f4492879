/** What the day screen shows. */
export interface DayAddress {
  /** A UTC date (`2026-11-20`); `null` is today. */
  readonly date: string | null
  readonly knowledge: 'now' | 'then'
  /** The earlier day to compare with. */
  readonly from: string | null
  /** The instrument to show first. */
  readonly symbol: string | null
}

const path = '#/day'
const datePattern = /^\d{4}-\d{2}-\d{2}$/

/** The address of a day: `#/day`, `#/day/2026-11-20?known=then&from=2026-11-01`, `#/day?symbol=SBER%40MISX`. */
export function dayHref({ date = null, knowledge = 'now', from = null, symbol = null }: Partial<DayAddress> = {}) {
  const query = new URLSearchParams()
  if (knowledge === 'then') query.set('known', 'then')
  if (from !== null) query.set('from', from)
  if (symbol !== null) query.set('symbol', symbol)
  const text = query.toString()
  return `${path}${date === null ? '' : `/${date}`}${text === '' ? '' : `?${text}`}`
}

/** Whether an address is of the day screen. */
export const isDayHash = (hash: string): boolean => /^#\/day(?:[/?]|$)/.test(hash)

/** Parses an address. Invalid dates are ignored. */
export function dayAddressOf(hash: string): DayAddress {
  const [place = '', text = ''] = hash.split('?')
  const query = new URLSearchParams(text)
  return {
    date: readDate(place.startsWith(`${path}/`) ? place.slice(path.length + 1) : null),
    knowledge: query.get('known') === 'then' ? 'then' : 'now',
    from: readDate(query.get('from')),
    symbol: query.get('symbol'),
  }
}

const readDate = (text: string | null): string | null =>
  text !== null && datePattern.test(text) && !Number.isNaN(Date.parse(text)) ? text : null
