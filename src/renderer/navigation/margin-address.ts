import { compare, decimalOf, parseDecimal } from '../../shared/decimal.ts'
import type { PriceShock } from '../../shared/model/margin.ts'

/** What the margin screen begins with. */
interface MarginSettings {
  /** `null`: the first account with a margin. */
  readonly accountId: string | null
  /** Supposed moves; empty for those with which the screen always begins. */
  readonly shocks: readonly PriceShock[]
}

const path = '#/margin'
const namedMoves = ['market', 'type', 'instrument', 'currency'] as const
/** The limits of the contract. */
const [maxShocks, maxKeyLength] = [100, 128]
const [lowest, highest] = [decimalOf(-100), decimalOf(10_000)]

/** The address of the margin screen: `#/margin?account=7&move=type:BONDS:-10`. */
export function marginHash({ accountId = null, shocks = [] }: Partial<MarginSettings>): string {
  const query = new URLSearchParams()
  if (accountId !== null) query.set('account', accountId)
  for (const { by, key, percent } of shocks) query.append('move', [by, key ?? '', percent].join(':'))
  const text = query.toString()
  return text === '' ? path : `${path}?${text}`
}

/** Reads an address. What is not understood is ignored, so that addresses of other versions still open. */
export function marginSettingsOf(hash: string): MarginSettings {
  const query = new URLSearchParams(hash.startsWith(`${path}?`) ? hash.slice(path.length + 1) : '')
  const shocks = query.getAll('move').slice(0, maxShocks).flatMap(readShock)
  return { accountId: query.get('account'), shocks }
}

function readShock(text: string): PriceShock[] {
  const [, by, key = '', move = ''] = /^(\w+):(.*):([^:]+)$/.exec(text) ?? []
  const percent = parseDecimal(move)
  if (percent === null || compare(percent, lowest) < 0 || compare(percent, highest) > 0) return []
  if (by === 'all') return key === '' ? [{ by, key: null, percent }] : []
  const named = namedMoves.find((each) => each === by)
  return named === undefined || key === '' || key.length > maxKeyLength ? [] : [{ by: named, key, percent }]
}
