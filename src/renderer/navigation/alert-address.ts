import { parseDecimal, type Decimal } from '#shared/decimal.ts'

const path = '#/alerts'

/** A new alert that an address opens. */
export interface NewAlert {
  readonly kind: 'price' | 'day-percent' | 'position'
  readonly symbol: string
  /** The price to start with; `null` leaves the field empty. */
  readonly price: Decimal | null
  readonly direction: 'above' | 'below'
  /** The account of a position; `null` for all accounts. */
  readonly accountId: string | null
}

/**
 * The address that opens a new alert: `#/alerts?new=price&symbol=SBER%40MISX&price=250&direction=below`. `new` is `price`
 * or `day-percent` for an instrument, `position` for a position of an account.
 */
export function newAlertHref(symbol: string, options: Partial<Omit<NewAlert, 'symbol'>> = {}): `#/${string}` {
  const { kind = 'price', price = null, direction = null, accountId = null } = options
  const query = new URLSearchParams({ new: kind, symbol })
  if (price !== null) query.set('price', price)
  if (direction !== null) query.set('direction', direction)
  if (accountId !== null) query.set('account', accountId)
  return `${path}?${query.toString()}`
}

/** The new alert in an address; `null` if there is none. */
export function newAlertOf(hash: string): NewAlert | null {
  const [screen, text = ''] = hash.split('?')
  if (screen !== path) return null
  const query = new URLSearchParams(text)
  const kind = query.get('new')
  const symbol = query.get('symbol') ?? ''
  if ((kind !== 'price' && kind !== 'day-percent' && kind !== 'position') || symbol === '') return null
  return {
    kind,
    symbol,
    price: parseDecimal(query.get('price') ?? ''),
    accountId: query.get('account'),
    direction: query.get('direction') === 'below' ? 'below' : 'above',
  }
}
