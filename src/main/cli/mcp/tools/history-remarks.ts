import type { ToolCall } from './tool.ts'

/** Which accounts lack a part of their history: what is read of them must not look whole. */
export async function remarkHistory({ reading, values }: Pick<ToolCall, 'reading' | 'values'>): Promise<string[]> {
  const named = values.list('account')
  const coverage = await reading.call('transactions.coverage')
  return coverage
    .filter(({ accountId, isWhole }) => !isWhole && (named.length === 0 || named.includes(accountId)))
    .map(({ accountId }) => `The history of account ${accountId} is not complete here: rows may be missing.`)
}
