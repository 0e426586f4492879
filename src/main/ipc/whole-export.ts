import { dayMs } from '../../shared/durations.ts'
import type { WholeFormat } from '../../shared/model/transaction/history.ts'
import type { WholeExport } from '../export/messages.ts'
import type { OpenProfile } from './context.ts'

/** Events are announced, and projected, not further ahead. */
const aheadMs = 3 * 366 * dayMs

/** What the thread of exports needs for an export of everything. Brings the stored holdings up to date, which lots rest on. */
export async function wholeExport(
  { ledger, paths, cache }: Pick<OpenProfile, 'ledger' | 'paths' | 'cache'>,
  { format, accountIds }: { readonly format: WholeFormat; readonly accountIds: readonly string[] | null },
  now: number,
): Promise<WholeExport> {
  const all = cache.accounts.list().map(({ account }) => account.id)
  await ledger.reconcile(accountIds ?? all)
  const common = { choices: ledger.choices, journalPath: paths.journal }
  if (format === 'parquet') return { ...common, format, now, income: [] }
  if (format !== 'xlsx' && format !== 'archive') return { ...common, format, accountIds }
  const { parts } = await ledger.listIncome(all, { symbol: null, from: 0, to: now + aheadMs })
  return { ...common, format, now, income: parts }
}
