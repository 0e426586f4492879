import { expect, test } from 'vitest'
import { manyOrders, orderAnswers } from '../fixtures/orders.ts'
import { TransactionStore } from '../fixtures/transaction-store.ts'
import { transactionAnswers, transactionRows } from '../fixtures/transactions.ts'
import { fixtureTransport } from '../fixtures/transport.ts'
import { incomeRow } from '../income/income-rows.ts'
import { open, page } from './open-shell.ts'

const press = async (key: string): Promise<void> => {
  document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  await page.settle()
}

/** Presses Ctrl F. Returns whether Tidemark uses it. */
async function find(): Promise<boolean> {
  const event = new KeyboardEvent('keydown', { key: 'f', ctrlKey: true, bubbles: true, cancelable: true })
  document.activeElement!.dispatchEvent(event)
  await page.settle()
  return event.defaultPrevented
}

test.each(['positions', 'orders', 'alerts', 'income', 'watchlists', 'transactions'])(
  'in the filter of %s, Escape clears the text, then leaves the field, and the shortcuts work again',
  async (screen) => {
    const rows = new TransactionStore(transactionRows(50, Date.UTC(2026, 10, 1)))
    await open(
      `#/${screen}`,
      fixtureTransport({
        ...{ ...orderAnswers(manyOrders), ...transactionAnswers(rows) },
        'income.list': () => [incomeRow()],
      }),
    )
    await press('/')
    const field = document.activeElement as HTMLInputElement
    expect(field.matches('main input:is([type=search], [role=combobox])')).toBe(true)
    field.blur()
    expect([await find(), document.activeElement]).toEqual([true, field])
    expect(await find()).toBe(false)
    await page.type(field, 'zz')
    await press('Escape')
    expect([field.value, document.activeElement]).toEqual(['', field])
    await press('Escape')
    expect(document.activeElement!.closest('[role=grid], [role=treegrid], table, ul')).not.toBeNull()
    await press('?')
    expect(page.find<HTMLDialogElement>('dialog[open]').textContent).toContain('Keyboard shortcuts')
  },
)
