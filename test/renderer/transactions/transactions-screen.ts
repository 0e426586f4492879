import { afterEach, beforeEach, expect, vi } from 'vitest'
import Transactions from '#renderer/transactions/Transactions.svelte'
import { mountInApp, type Mounted } from '../fixtures/page/mount.ts'
import { TransactionStore } from '../fixtures/transaction-store.ts'
import { transactionAnswers, transactionRows } from '../fixtures/transactions.ts'
import { fixtureTransport, type Answers } from '../fixtures/transport.ts'

/** The time just after the newest row. */
export const now = Date.UTC(2026, 10, 1)

export let mounted: Mounted
/** The texts that the current test copied to the clipboard. */
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
/** The parameters of all requests of a method, in order. */
export const requested = (method: string) =>
  mounted.transport.calls.filter((call) => call.method === method).map(({ params }) => params)
/** Waits until a condition is true, also after a debounce. */
export async function until(isTrue: () => boolean): Promise<void> {
  await expect
    .poll(
      async () => {
        await mounted.settle()
        return isTrue()
      },
      { interval: 10, timeout: 10_000 },
    )
    .toBe(true)
}
