import { compare, decimalOf, parseDecimal, type Decimal } from '#shared/decimal.ts'
import type { PriceShock } from '#shared/model/margin.ts'

/** The initial state of the margin screen. */
export interface MarginSettings {
  /** `null`: the first account with a margin. */
  readonly accountId: string | null
  /** Assumed moves; if empty, the default moves are used. */
  readonly shocks: readonly PriceShock[]
}

export const marginPath = '#/margin'
const namedMoves = ['market', 'type', 'instrument', 'currency'] as const
/** The limits that the contract sets. */
const [maxShocks, maxKeyLength] = [100, 128]
const [lowest, highest] = [decimalOf(-100), decimalOf(10_000)]

/** The address of the margin screen: `#/margin?account=7&move=type:BONDS:-10`, or `type:BONDS:RUB:-10` for one currency. */
export function marginHash({ accountId = null, shocks = [] }: Partial<MarginSettings>): string {
  const query = new URLSearchParams()
  if (accountId !== null) query.set('account', accountId)
  for (const shock of shocks) {
    const currency = shock.by === 'type' && shock.currency !== undefined ? [shock.currency] : []
    query.append('move', [shock.by, shock.key ?? '', ...currency, shock.percent].join(':'))
  }
  const text = query.toString()
  return text === '' ? marginPath : `${marginPath}?${text}`
}

/**
 * Parses an address; `null` if it selects nothing. Unknown parts are ignored, so that addresses of other versions still open.
 */
export function marginSettingsOf(hash: string): MarginSettings | null {
  if (!hash.startsWith(`${marginPath}?`)) return null
  const query = new URLSearchParams(hash.slice(marginPath.length + 1))
  const shocks = query.getAll('move').slice(0, maxShocks).flatMap(readShock)
  return { accountId: query.get('account'), shocks }
}

function readShock(text: string): PriceShock[] {
  const [, by, key = '', move = ''] = /^(\w+):(.*):([^:]+)$/.exec(text) ?? []
  const percent = parseDecimal(move)
  if (percent === null || compare(percent, lowest) < 0 || compare(percent, highest) > 0) return []
  if (by === 'all') return key === '' ? [{ by, key: null, percent }] : []
  const named = namedMoves.find((each) => each === by)
  if (named === undefined || key === '' || key.length > maxKeyLength) return []
  return named === 'type' ? ofType(key, percent) : [{ by: named, key, percent }]
}

function ofType(text: string, percent: Decimal): PriceShock[] {
  const [, key, currency] = /^([^:]+)(?::([A-Z]{3,5}))?$/.exec(text) ?? []
  return key === undefined ? [] : [{ by: 'type', key, percent, ...(currency !== undefined && { currency }) }]
}
