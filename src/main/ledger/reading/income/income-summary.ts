import type { z } from 'zod'
import type { AccountIncome } from '#main/insight/income/account-income.ts'
import { summarizeIncome, type SummedRow } from '#main/insight/income/summary.ts'
import { formatUnits } from '#main/insight/lots/units.ts'
import type { IncomeGroup, IncomeGrouping, IncomeSummary } from '#shared/model/ledger/income.ts'
import type { OpenLot } from '#shared/model/ledger/ledger.ts'
import type { Money } from '#shared/model/values.ts'

/** A summary without the names of instruments and without amounts in the base currency. */
export interface UnnamedIncomeSummary extends Omit<
  IncomeSummary,
  'groups' | 'inBase' | 'yieldInBase' | 'undatedBonds' | 'asOf'
> {
  readonly groups: Omit<IncomeGroup, 'name'>[]
}

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
