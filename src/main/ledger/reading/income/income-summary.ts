import { z } from 'zod'
import type { AccountIncome } from '#main/insight/income/account-income.ts'
import { summarizeIncome, type SummedRow } from '#main/insight/income/summary.ts'
import { formatUnits } from '#main/insight/lots/units.ts'
import { IncomeGroup, IncomeSummary, type IncomeGrouping } from '#shared/model/ledger/income.ts'
import type { OpenLot } from '#shared/model/ledger/ledger.ts'
import type { Money } from '#shared/model/values.ts'

export const UnnamedIncomeSummary = IncomeSummary.omit({
  groups: true,
  inBase: true,
  yieldInBase: true,
  undatedBonds: true,
  asOf: true,
}).extend({
  groups: z.array(IncomeGroup.omit({ name: true })),
})
export type UnnamedIncomeSummary = z.infer<typeof UnnamedIncomeSummary>

export interface IncomeRows {
  readonly rows: Iterable<SummedRow>
  readonly unassigned: AccountIncome['unassigned']
}

/** A summary of rows, without what is not known about the accounts. `now` in UTC ms. */
export function sumRows(
  now: number,
  { rows, unassigned }: IncomeRows,
  lots: readonly OpenLot[],
  by: IncomeGrouping,
): Omit<UnnamedIncomeSummary, 'coverage'> {
  const byCurrency = Map.groupBy(unassigned, ({ currency }) => currency)
  return {
    ...summarizeIncome({ rows, lots, now }, by),
    unassigned: [...byCurrency].map(([currency, parts]): z.infer<typeof Money> => ({
      currency,
      amount: formatUnits(parts.reduce((sum, { money }) => sum + money, 0n)),
    })),
  }
}
