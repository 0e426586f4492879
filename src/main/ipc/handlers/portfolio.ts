import { m } from '#shared/messages/messages.js'
import { allocateConverted } from '../../insight/currency/allocation.ts'
import { wholeConversion } from '../../insight/currency/weights.ts'
import { drawPositions } from '../../insight/portfolio/curves.ts'
import { allocate } from '../../insight/portfolio/position-rows.ts'
import { sumByCurrency } from '../../insight/portfolio/position-value.ts'
import type { HandlerContext } from '../context.ts'
import type { Handlers } from '../dispatch.ts'
import { readBonds } from '../read/read-bonds.ts'
import { maxGapMs, readEquity } from '../read/read-equity.ts'
import { readContribution, readOverview } from '../read/read-overview.ts'
import { createPartReader } from '../read/read-part.ts'
import {
  readAccounts,
  readNames,
  readPositions,
  readRates,
  summarizeAccounts,
  type PortfolioSource,
  type WeighedPositions,
} from '../read/read-portfolio.ts'

type PortfolioHandlers = Pick<
  Handlers,
  | 'accounts.list'
  | 'overview.read'
  | 'positions.list'
  | 'positions.whole'
  | 'positions.history'
  | 'bonds.list'
  | 'allocation.read'
  | 'equity.history'
>

/** Accounts, positions, allocation and their history. */
export function createPortfolioHandlers({ current, clock, logFault }: HandlerContext): PortfolioHandlers {
  const readPart = createPartReader(logFault)
  const source = (): PortfolioSource => ({ ...current(), now: clock.now() })
  const read = async (accountId: string | null): Promise<WeighedPositions> =>
    readPositions(source(), readAccounts(current().cache, accountId), await readRates(current(), readPart))
  return {
    'accounts.list': async () =>
      summarizeAccounts(source(), readAccounts(current().cache, null), await readRates(current(), readPart)),
    'overview.read': ({ accountId }) => readOverview(source(), accountId, readPart),
    'positions.list': async ({ accountId }) => (await read(accountId)).rows,
    async 'positions.whole'({ accountId }) {
      const accounts = readAccounts(current().cache, accountId)
      const currencies = await readRates(current(), readPart)
      const { sessions } = readContribution(source(), accounts, currencies)
      return { ...readPositions(source(), accounts, currencies).whole, sessions }
    },
    'bonds.list': ({ accountId, symbol }) => readBonds(source(), accountId, symbol),
    async 'allocation.read'({ accountId, by: key }) {
      const { cache } = current()
      const accounts = readAccounts(cache, accountId)
      const currencies = await readRates(current(), readPart)
      const { rows } = readPositions(source(), accounts, currencies)
      const cash = sumByCurrency(accounts.flatMap(({ account }) => account.cash))
      const to = currencies.toBase ?? wholeConversion(rows, cash)
      const isEmpty = rows.length === 0 && cash.length === 0
      const allocations = to === null || isEmpty ? allocate(rows, key) : [allocateConverted(rows, cash, key, to)]
      const nameOf = readNames(
        cache,
        rows.map(({ symbol }) => symbol),
      )
      return allocations.map((allocation) => ({
        ...allocation,
        missing: allocation.missing.map(nameOf),
        notConverted: allocation.notConverted.map((part) => ({ ...part, names: part.names.map(nameOf) })),
      }))
    },
    async 'equity.history'({ accountId, from }) {
      const { cache, ledger } = current()
      const ids = readAccounts(cache, accountId).map(({ account }) => account.id)
      const past = ids.length === 0 ? null : await readPart(m.errors_the_past_equity(), () => ledger.readPast(ids))
      const span = { from, to: clock.now() }
      const curve = readEquity(current(), accountId, span, await readRates(current(), readPart), past)
      if (curve.notDerived?.reason !== 'differs') return curve
      const nameOf = readNames(cache, curve.notDerived.names)
      return { ...curve, notDerived: { ...curve.notDerived, names: curve.notDerived.names.map(nameOf) } }
    },
    'positions.history'({ accountId, symbol, from }) {
      const { cache, journal } = current()
      const details = cache.instrumentDetails.get(symbol)?.details ?? null
      const spans = journal.positions.history(accountId, symbol, from, clock.now())
      return drawPositions(spans, details).map((curve) => ({ ...curve, maxGapMs }))
    },
  }
}
