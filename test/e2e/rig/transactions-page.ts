import type { Page } from 'playwright'
import { beforeAll, expect, vi } from 'vitest'
import type { Result } from '#shared/contract/contract.ts'
import type { TransactionFilter } from '#shared/model/transaction/transaction-filter.ts'
import type { TransactionRow } from '#shared/model/transaction/transaction.ts'
import { useApp } from './app.ts'
import { all } from './transaction-filter.ts'

/** Waits until the value that `read` returns satisfies the expectation. */
export const eventually = (read: () => unknown) => expect.poll(read, { timeout: 120_000 })

/** The app with the complete history of its demo, and functions that read its transactions, for the tests of a file. */
export function useTransactions() {
  const app = useApp({ demo: 'typical' })

  beforeAll(async () => {
    await vi.waitUntil(isHistoryComplete, { timeout: 110_000, interval: 500 })
  })

  /** Whether the history of every account is complete. After that, only new transactions change the rows. */
  async function isHistoryComplete(): Promise<boolean> {
    const coverage = await app.host.call('transactions.coverage')
    return coverage.length > 0 && coverage.every(({ isComplete }) => isComplete)
  }

  const readTotals = (filter: TransactionFilter) => app.host.call('transactions.totals', { filter })

  /** The `aria-rowcount` of a grid that shows all rows of the cache at this moment; the demo continues to add transactions. */
  async function totalRowCount(): Promise<string> {
    const { count } = await readTotals(all)
    return String(count + 1)
  }

  let lastRead: readonly TransactionRow[] = []

  /** All rows of the cache, newest first. They are read again when their number changes, so a kind may be an older one. */
  async function readAll(): Promise<readonly TransactionRow[]> {
    if (lastRead.length !== (await readTotals(all)).count) lastRead = await readPages()
    return lastRead
  }

  async function readPages(): Promise<TransactionRow[]> {
    const rows: TransactionRow[] = []
    let after: string | null = null
    for (let pageIndex = 0; pageIndex < 200; pageIndex += 1) {
      const page: Result<'transactions.page'> = await app.host.call('transactions.page', {
        filter: all,
        direction: 'newest',
        after,
        limit: 500,
      })
      rows.push(...page.rows)
      if (page.next === null) return rows
      after = page.next
    }
    throw new Error('the history has no end')
  }

  /** Opens a window on the list of transactions, or on another address. */
  async function open(hash = '#/transactions'): Promise<{ page: Page; faults: readonly string[] }> {
    const watched = await app.open({ permissions: ['clipboard-read', 'clipboard-write'] })
    await watched.page.getByText(/^(live|market closed)/).waitFor()
    await watched.page.evaluate((to) => void (location.hash = to), hash)
    await watched.page.getByRole('grid').getByRole('row').nth(3).waitFor()
    return watched
  }

  return { app, totalRowCount, readAll, readTotals, open }
}

/** The loaded rows of the grid that are in view: their index and the time that their tooltip shows. */
export async function readRowsInView(page: Page) {
  const rows = await page
    .getByRole('grid')
    .getByRole('row')
    .evaluateAll((found) =>
      found.flatMap((row) => {
        const box = row.getBoundingClientRect()
        const isRead = row.querySelector('i') === null && row.getAttribute('aria-rowindex') !== '1'
        const title = row.querySelector('.time')?.getAttribute('title')
        return isRead && box.bottom > 0 && box.top < innerHeight
          ? [{ index: Number(row.getAttribute('aria-rowindex')) - 2, title }]
          : []
      }),
    )
  return rows.map(({ index, title }) => ({ index, atText: title?.split(' ')[0] }))
}

/** Selects rows with the given keys, copies them, and returns their ids. */
export async function copyFrom(page: Page, keys: readonly string[]): Promise<string[]> {
  await page.getByRole('grid').focus()
  for (const key of keys) await page.keyboard.press(key)
  await page.keyboard.press('Control+c')
  await page.getByText(/copied/).waitFor()
  const text = await page.evaluate(() => navigator.clipboard.readText())
  return text
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t').at(-1) ?? '')
}
