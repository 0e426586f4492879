import type { BondFigures } from '#shared/model/bond.ts'
import { bondFigures } from '../../insight/bonds/bond-figures.ts'
import { dayOf } from '../../insight/events/days.ts'
import { heldPositions } from '../../insight/portfolio/account-summary.ts'
import { readAccounts, type PortfolioSource } from './read-portfolio.ts'

/** Bonds of one chunk. They take a few milliseconds: a yield takes about 0.3 ms. */
const bondsPerChunk = 20

type Source = Pick<PortfolioSource, 'cache' | 'journal' | 'now'>

/**
 * The figures of the bonds held in the scope, or of one bond. The price is that of the position that was read last; without a
 * position, the last price of its quote. Pauses between chunks, so that many bonds do not block the main thread. Throws
 * `not-found` for an account that is not in the cache.
 */
export async function readBonds(
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
