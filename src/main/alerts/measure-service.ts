import { decimalOf } from '../../shared/decimal.ts'
import type { AlertCondition, AlertFact } from '../../shared/model/alert.ts'
import { heldPositions } from '../insight/account-summary.ts'
import { fact, type Level, type Unknown } from './level.ts'
import type { AlertWorld } from './world.ts'

type Of<K extends AlertCondition['kind']> = Extract<AlertCondition, { kind: K }>

const minuteMs = 60_000
const troubles: readonly string[] = ['offline', 'trouble', 'signed-out']

/** For how many minutes the service has been out of reach or in trouble; 0 while it is live. */
export function measureService({ minutes }: Of<'service'>, world: AlertWorld): Level | Unknown {
  const { phase, since, message } = world.connection
  if (phase === 'starting' || phase === 'paused') return { unknown: 'The service is not being asked' }
  const isTrouble = troubles.includes(phase)
  const lasting = isTrouble ? Math.max(0, world.now - Math.max(since, world.askingSince)) : 0
  const words = phase === 'live' ? 'live' : (message ?? phase)
  const facts = [fact('Connection', 'words', words), fact('Since', 'instant', String(since))]
  return { ...lastingLevel(lasting, minutes, facts), persists: isTrouble }
}

/** For how many minutes figures were not read that should have been: where every market is closed, nothing is late. */
export function measureStale({ accountId, symbol, minutes }: Of<'stale'>, world: AlertWorld): Level | Unknown {
  if (world.connection.phase === 'paused') return { unknown: 'The monitor is paused' }
  const accounts = world.accounts().filter(({ account }) => accountId === null || account.id === accountId)
  const read = symbol === null ? accounts.map(({ fetchedAt }) => fetchedAt) : [world.quote(symbol)?.fetchedAt ?? null]
  const known = read.filter((at) => at !== null)
  if (known.length === 0) return { unknown: 'It was not read yet' }
  const oldest = Math.min(...known)
  const held = accounts.flatMap(({ account }) => heldPositions(account).map((position) => position.symbol))
  const isDue = world.mayTrade(symbol === null ? [...new Set(held)] : [symbol])
  const lasting = isDue ? Math.max(0, world.now - Math.max(oldest, world.askingSince)) : 0
  const level = lastingLevel(lasting, minutes, [fact('Last read', 'instant', String(oldest))])
  return { ...level, persists: isDue && oldest < world.askingSince }
}

function lastingLevel(lastingMs: number, minutes: number, facts: readonly AlertFact[]): Level {
  const value = decimalOf(Math.floor(lastingMs / minuteMs))
  const all = [fact('For', 'minutes', value), ...facts]
  return { value, threshold: decimalOf(minutes), side: 'above', hysteresis: decimalOf(0), facts: all, caveats: [] }
}
