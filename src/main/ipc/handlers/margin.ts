import { randomUUID } from 'node:crypto'
import { subtract } from '../../../shared/decimal.ts'
import { AppError } from '../../../shared/errors.ts'
import { keepShockSets, readShockSets } from '../../margin/shock-sets.ts'
import { stressAccount } from '../../margin/margin-recorder.ts'
import type { HandlerContext } from '../context.ts'
import type { Handlers } from '../dispatch.ts'
import { readStaleTimes } from '../account-stale-times.ts'
import { maxGapMs } from '../read-equity.ts'
import { createPartReader } from '../read-part.ts'
import { readAccounts, readPositions, readRates } from '../read-portfolio.ts'

type MarginHandlers = Pick<Handlers, Extract<keyof Handlers, `margin.${string}` | `shockSets.${string}`>>

/** The distance to a margin call, stress of an account, and saved sets of shocks. */
export function createMarginHandlers({ current, clock, events, logFault }: HandlerContext): MarginHandlers {
  const readPart = createPartReader(logFault)
  const readOne = (accountId: string) => {
    const [stored] = readAccounts(current().cache, accountId)
    if (stored === undefined) throw new AppError('not-found', 'This account does not exist.')
    return stored
  }
  return {
    async 'margin.stress'({ accountId, shocks }) {
      const reading = await readRates(current(), readPart)
      const stored = readOne(accountId)
      const { rows } = readPositions({ ...current(), now: clock.now() }, [stored], reading)
      const { cache, attention } = current()
      const times = { cache, isWindowVisible: attention.isWindowVisible, now: clock.now() }
      const staleAt = readStaleTimes([stored], times).get(accountId) ?? stored.fetchedAt
      return { ...stressAccount(stored, rows, reading, shocks), fetchedAt: stored.fetchedAt, staleAt }
    },
    async 'margin.history'({ accountId, from }) {
      const { account } = readOne(accountId)
      const { equityCurrencyOf } = await readRates(current(), readPart)
      const spans = current().journal.margin.history(accountId, from, clock.now())
      return {
        points: spans.map((span) => ({ ...span, distance: subtract(span.equity, span.requirement) })),
        maxGapMs,
        currency: equityCurrencyOf(account)?.currency ?? null,
      }
    },
    'shockSets.list': () => [...readShockSets(current().journal.settings)],
    'shockSets.save'({ id, ...set }) {
      const { settings } = current().journal
      const sets = readShockSets(settings)
      if (id !== null && !sets.some((kept) => kept.id === id)) throw missingSet()
      const saved = { ...set, id: id ?? randomUUID() }
      keepShockSets(settings, [...sets.filter((kept) => kept.id !== saved.id), saved])
      events.publish('settings.changed')
      return saved
    },
    'shockSets.remove'({ id }) {
      const { settings } = current().journal
      const sets = readShockSets(settings)
      const left = sets.filter((kept) => kept.id !== id)
      if (left.length === sets.length) throw missingSet()
      keepShockSets(settings, left)
      events.publish('settings.changed')
    },
  }
}

const missingSet = (): AppError => new AppError('not-found', 'This set of shocks no longer exists.')
