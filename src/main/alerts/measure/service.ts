import { decimalOf } from '../../../shared/decimal.ts'
import { minuteMs } from '../../../shared/durations.ts'
import type { AlertCondition, AlertFact } from '../../../shared/model/alert.ts'
import { heldPositions } from '../../insight/portfolio/account-summary.ts'
import { fact, type Level, type Unknown } from './threshold.ts'
import type { AlertInputs } from './inputs.ts'

type Of<K extends AlertCondition['kind']> = Extract<AlertCondition, { kind: K }>

const troublePhases: readonly string[] = ['offline', 'trouble', 'refused', 'untrusted', 'signed-out']

/** For how many minutes the service has been unreachable or failing; 0 while it is live. */
export function measureService({ minutes }: Of<'service'>, inputs: AlertInputs): Level | Unknown {
  const { phase, since, message } = inputs.connection
  if (phase === 'starting' || phase === 'paused') return { unknown: 'Syncing is off' }
  const isTrouble = troublePhases.includes(phase)
  const lastingMs = isTrouble ? Math.max(0, inputs.now - Math.max(since, inputs.syncingSince)) : 0
  const words = phase === 'live' ? 'live' : (message ?? phase)
  const facts = [fact('Connection', 'words', words), fact('Since', 'instant', String(since))]
  return { ...lastingLevel(lastingMs, minutes, facts), persists: isTrouble }
}

/** For how many minutes a reading is late. While every market concerned is closed, nothing is late. */
export function measureStale({ accountId, symbol, minutes }: Of<'stale'>, inputs: AlertInputs): Level | Unknown {
  if (inputs.connection.phase === 'paused') return { unknown: 'Syncing is paused' }
  const accounts = inputs.accounts().filter(({ account }) => accountId === null || account.id === accountId)
  const read = symbol === null ? accounts.map(({ fetchedAt }) => fetchedAt) : [inputs.quote(symbol)?.fetchedAt ?? null]
  const known = read.filter((at) => at !== null)
  if (known.length === 0) return { unknown: 'It has not been read yet' }
  const oldest = Math.min(...known)
  const held = accounts.flatMap(({ account }) => heldPositions(account).map((position) => position.symbol))
  const isDue = inputs.mayTrade(symbol === null ? [...new Set(held)] : [symbol])
  const lastingMs = isDue ? Math.max(0, inputs.now - Math.max(oldest, inputs.syncingSince)) : 0
  const level = lastingLevel(lastingMs, minutes, [fact('Last read', 'instant', String(oldest))])
  return { ...level, persists: isDue && oldest < inputs.syncingSince }
}

function lastingLevel(lastingMs: number, minutes: number, facts: readonly AlertFact[]): Level {
  const value = decimalOf(Math.floor(lastingMs / minuteMs))
  const all = [fact('For', 'minutes', value), ...facts]
  return { value, threshold: decimalOf(minutes), side: 'above', hysteresis: decimalOf(0), facts: all, caveats: [] }
}
