import { randomUUID } from 'node:crypto'
import { subtract } from '#shared/decimal.ts'
import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import { wholeConversion } from '../../insight/currency/weights.ts'
import { stressPortfolio } from '../../insight/margin/stress-portfolio.ts'
import { sumByCurrency } from '../../insight/portfolio/position-value.ts'
import { stressAccount } from '../../margin/margin-recorder.ts'
import { keepShockSets, readShockSets } from '../../margin/shock-sets.ts'
import { readStaleTimes } from '../account-stale-times.ts'
import type { HandlerContext } from '../context.ts'
import type { Handlers } from '../dispatch.ts'
import { maxGapMs } from '../read/read-equity.ts'
import { createPartReader } from '../read/read-part.ts'
import { readAccounts, readPositions, readRates } from '../read/read-portfolio.ts'

type MarginHandlers = Pick<Handlers, Extract<keyof Handlers, `margin.${string}` | `shockSets.${string}`>>

/** The distance to a margin call, stress of an account, and saved sets of shocks. */
export function createMarginHandlers({ current, clock, events, logFault }: HandlerContext): MarginHandlers {
  const readPart = createPartReader(logFault)
  const readOne = (accountId: string) => {
    const [stored] = readAccounts(current().cache, accountId)
    if (stored === undefined) throw new AppError('not-found', m.errors_this_account_does_not_exist())
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
    async 'margin.portfolio'({ accountId, shocks }) {
      const reading = await readRates(current(), readPart)
      const stored = readAccounts(current().cache, accountId)
      const { rows } = readPositions({ ...current(), now: clock.now() }, stored, reading)
      const cash = sumByCurrency(stored.flatMap(({ account }) => account.cash))
      const equities = stored.map(({ account }) => ({
        accountId: account.id,
        amount: account.equity,
        currency: reading.equityCurrencyOf(account)?.currency ?? null,
      }))
      return stressPortfolio({ rows, cash, equities, to: reading.toBase ?? wholeConversion(rows, cash), shocks })
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
      if (id !== null && !sets.some((set) => set.id === id)) throw missingSet()
      const saved = { ...set, id: id ?? randomUUID() }
      keepShockSets(settings, [...sets.filter((set) => set.id !== saved.id), saved])
      events.publish('settings.changed')
      return saved
    },
    'shockSets.remove'({ id }) {
      const { settings } = current().journal
      const sets = readShockSets(settings)
      const left = sets.filter((set) => set.id !== id)
      if (left.length === sets.length) throw missingSet()
      keepShockSets(settings, left)
      events.publish('settings.changed')
    },
  }
}

const missingSet = (): AppError => new AppError('not-found', m.errors_this_set_of_shocks_no_longer_exists())
