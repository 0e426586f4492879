import type { Maturity } from '#shared/model/bond.ts'
import { readFacts } from '../../cache/instrument-facts.ts'
import { maturityOf } from '../../insight/bonds/maturity.ts'
import { readBondEvent } from '../../insight/income/income-event.ts'
import type { DetailsBySymbol } from '../../insight/portfolio/account-summary.ts'
import type { OpenProfile } from '../context.ts'

/** The maturities of the bonds among these instruments, where they are known. `details`: their reference data, if it has been read. */
export function readMaturities(
  { cache, journal }: Pick<OpenProfile, 'cache' | 'journal'>,
  symbols: readonly string[],
  details: DetailsBySymbol,
): ReadonlyMap<string, Maturity> {
  const factsOf = readFacts(cache, symbols)
  const bonds = [...new Set(symbols)].filter((symbol) => factsOf(symbol).type === 'BONDS')
  const repayments = cache.corporateEvents.listRepayments(bonds)
  const typed = new Map(journal.bondTerms.list().map(({ symbol, maturesOn }) => [symbol, maturesOn]))
  return new Map(
    bonds.flatMap((symbol) => {
      const events = (repayments.get(symbol) ?? []).flatMap((event) => readBondEvent(symbol, event))
      const maturity = maturityOf(details.get(symbol) ?? null, events, typed.get(symbol) ?? null)
      return maturity === null ? [] : [[symbol, maturity] as const]
    }),
  )
}
