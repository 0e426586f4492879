import { m } from '#shared/messages/messages.js'
import type { BondFigures } from '#shared/model/bond.ts'
import { cashWords } from '#shared/text/unknown-words.ts'
import { bondFigures } from '../../insight/bonds/bond-figures.ts'
import { allocateConverted } from '../../insight/currency/allocation.ts'
import { wholeConversion } from '../../insight/currency/weights.ts'
import { dayOf } from '../../insight/events/days.ts'
import { heldPositions } from '../../insight/portfolio/account-summary.ts'
import { drawPositions } from '../../insight/portfolio/curves.ts'
import { allocate } from '../../insight/portfolio/position-rows.ts'
import { sumByCurrency } from '../../insight/portfolio/position-value.ts'
import type { HandlerContext } from '../context.ts'
import type { Handlers } from '../dispatch.ts'
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

/** Bonds of one chunk. They take a few milliseconds: a yield takes about 0.3 ms. */
const bondsPerChunk = 20

type Source = Pick<PortfolioSource, 'cache' | 'journal' | 'now'>

/**
 * The figures of the bonds held in the scope, or of one bond. The price is that of the position that was read last; without a
 * position, the last price of its quote. Pauses between chunks, so that many bonds do not block the main thread. Throws
 * `not-found` for an account that is not in the cache.
 */
async function readBonds(
  { cache, journal, now }: Source,
  accountId: string | null,
  symbol: string | null,
): Promise<BondFigures[]> {
  const prices = new Map(
    readAccounts(cache, accountId)
      .toSorted((a, b) => a.fetchedAt - b.fetchedAt)
      .flatMap(({ account }) => heldPositions(account).map((position) => [position.symbol, position.currentPrice])),
  )
  const wanted = symbol === null ? [...prices.keys()] : [symbol]
  const bonds = cache.instrumentDetails.getMany(wanted).filter(({ details }) => details.type === 'BONDS')
  const symbols = bonds.map(({ details }) => details.symbol)
  const events = Map.groupBy(cache.corporateEvents.list(symbols), (event) => event.symbol)
  const quotes = new Map(cache.quotes.getMany(symbols).map(({ quote }) => [quote.symbol, quote.last]))
  const found: BondFigures[] = []
  for (const [index, { details }] of bonds.entries()) {
    if (index % bondsPerChunk === bondsPerChunk - 1) await new Promise((resolve) => setImmediate(resolve))
    const own = events.get(details.symbol) ?? []
    const wasRead = cache.corporateEvents.fetchedAt(details.symbol, 'bond') !== null
    const figures = bondFigures(
      {
        symbol: details.symbol,
        details,
        events: wasRead ? own.flatMap((each) => (each.kind === 'bond' ? [each.event] : [])) : null,
        typedMaturity: journal.bondTerms.maturityOf(details.symbol),
        price: prices.get(details.symbol) ?? quotes.get(details.symbol) ?? null,
      },
      dayOf(now),
    )
    found.push(figures)
  }
  return found
}

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
      const allocations =
        to === null || isEmpty ? allocate(rows, key) : [allocateConverted(rows, cash, key, to, cashWords)]
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
