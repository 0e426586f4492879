import { afterEach, beforeEach, expect, vi } from 'vitest'
import Transactions from '../../../src/renderer/transactions/Transactions.svelte'
import { mountInApp, type Mounted } from '../fixtures/page/mount.ts'
import { TransactionStore } from '../fixtures/transaction-store.ts'
import { transactionAnswers, transactionRows } from '../fixtures/transactions.ts'
import { fixtureTransport, type Answers } from '../fixtures/transport.ts'

/** When the newest of the rows was booked, or soon after. */
export const now = Date.UTC(2026, 10, 1)

export let mounted: Mounted
/** What was put into the clipboard since the test began. */
export const copied: string[] = []

beforeEach(() => {
  location.hash = '#/transactions'
  localStorage.clear()
  copied.length = 0
  vi.stubGlobal('navigator', {
    ...navigator,
    clipboard: { writeText: async (text: string) => void copied.push(text) },
  })
})
afterEach(async () => {
  await mounted.end()
  vi.unstubAllGlobals()
})

export async function show(store = new TransactionStore(transactionRows(900, now)), overrides: Partial<Answers> = {}) {
  const transport = fixtureTransport({ ...transactionAnswers(store), ...overrides })
  mounted = await mountInApp(Transactions, {}, transport)
  return { ...mounted, store, transport }
}
export const grid = () => mounted.find('[role=grid]')
export async function press(key: string, init: KeyboardEventInit = {}, target: Element = grid()): Promise<void> {
  target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init }))
  await mounted.settle()
}
export async function click(name: string): Promise<void> {
  const button = [...mounted.target.querySelectorAll('button')].find(
    (candidate) => candidate.textContent.trim() === name || candidate.getAttribute('aria-label') === name,
  )
  if (!button) throw new Error(`no button ${name} in ${mounted.text()}`)
  button.click()
  await mounted.settle()
}
/** What the methods were requested with, in order. */
export const requested = (method: string) =>
  mounted.transport.calls.filter((call) => call.method === method).map(({ params }) => params)
/** Waits for what a pause stands before. */
export async function until(isSo: () => boolean): Promise<void> {
  await expect
    .poll(
      async () => {
        await mounted.settle()
        return isSo()
      },
      { interval: 10, timeout: 10_000 },
    )
    .toBe(true)
}
