import { readColumns } from '#shared/column-text.ts'
import { dayMs } from '#shared/durations.ts'
import type { WholeFormat } from '#shared/model/transaction/history.ts'
import type { WholeExport } from '../export/messages.ts'
import type { IncomeChunks } from '../export/write-whole.ts'
import { quarters } from '../time/quarters.ts'
import type { OpenProfile } from './context.ts'

/** The furthest date of announced and projected events. */
const aheadMs = 3 * 366 * dayMs

/** The input of the export thread for an export of all data. Updates the stored holdings first, because lots depend on them. */
export async function wholeExport(
  { ledger, paths, cache }: Pick<OpenProfile, 'ledger' | 'paths' | 'cache'>,
  { format, accountIds }: { readonly format: WholeFormat; readonly accountIds: readonly string[] | null },
  now: number,
): Promise<WholeExport> {
  const all = idsOf(cache)
  await ledger.reconcile(accountIds ?? all)
  const common = { choices: ledger.choices, journalPath: paths.journal }
  if (format === 'parquet') return { ...common, format, now, income: [] }
  if (format !== 'xlsx' && format !== 'archive') return { ...common, format, accountIds }
  const { parts } = await ledger.listIncome(all, { symbol: null, from: 0, to: now + aheadMs })
  return { ...common, format, now, income: parts }
}

/**
 * The same input for a command line program, whose connection has its own holdings (`openCurrentSnapshot`). Income is read chunk
 * by chunk, because all of it would take much memory at once.
 */
export function wholeReading(
  { ledger, paths, cache }: Pick<OpenProfile, 'ledger' | 'paths' | 'cache'>,
  { format, accountIds }: { readonly format: WholeFormat; readonly accountIds: readonly string[] | null },
  now: number,
): { readonly request: WholeExport; readonly income: IncomeChunks } {
  const common = { choices: ledger.choices, journalPath: paths.journal }
  const isOfTables = format === 'parquet' || format === 'xlsx' || format === 'archive'
  return {
    request: isOfTables ? { ...common, format, now, income: [] } : { ...common, format, accountIds },
    async *income() {
      const all = idsOf(cache)
      for (const span of quarters(0, now + aheadMs))
        yield await readColumns(await ledger.listIncome(all, { symbol: null, ...span }))
    },
  }
}

const idsOf = (cache: OpenProfile['cache']): string[] => cache.accounts.list().map(({ account }) => account.id)
