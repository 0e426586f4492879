import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openAddress } from '#renderer/search/show-panel.ts'
import { until } from '../../fakes/until.ts'
import { incomeRow, projectedRow } from '../income/income-rows.ts'
import { performance } from '../performance/figures.ts'
import { open, openPalette, openShell, page, press, type, wait } from './open-palette.ts'

let scrolled: Element[] = []
beforeEach(() => {
  scrolled = []
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    if (this.matches('[data-panel]')) scrolled.push(this)
  })
})
afterEach(() => {
  vi.restoreAllMocks()
})

const focusedPanel = (): string | undefined =>
  document.activeElement instanceof HTMLElement ? document.activeElement.dataset['panel'] : undefined

/** Chooses the first command for the text, and waits until the panel has the focus. */
async function choose(input: HTMLInputElement, text: string, panel: string): Promise<void> {
  type(input, text)
  await wait()
  scrolled = []
  await press(input, 'Enter')
  await until(focusedPanel, (name) => name === panel, 4_000)
  expect(scrolled[0] === document.activeElement).toBe(true)
}

const data = {
  'performance.read': () => performance(),
  'income.list': () => [incomeRow({ state: 'missing' }), projectedRow('2027-03-31', { kind: 'expiry' })],
}

test.each([
  ['cash by currency', 'cash'],
  ['allocation by currency', 'allocation'],
  ['largest positions', 'positions'],
  ['what brought most this year', 'contribution'],
  ['return last year', 'returns'],
  ['what if all prices fall', 'shocks'],
  ['what expires this week', 'income'],
  ['missing payments', 'income'],
  ['dividends last year', 'transactions'],
  ['value on 1 august 2026', 'day'],
  ['day’s change', 'day'],
])('from another screen, “%s” scrolls to its panel and moves the focus to it', async (text, panel) => {
  await choose(await open(data), text, panel)
})

test('on the same address, a command scrolls to its panel each time it is chosen', async () => {
  location.hash = '#/overview'
  await openShell()
  for (const text of ['cash by currency', 'allocation by currency', 'allocation by currency', 'cash by currency']) {
    page.find('main#main').focus()
    await choose(await openPalette(), text, text.startsWith('cash') ? 'cash' : 'allocation')
  }
})

test('a panel that arrives later is not shown any more after the user has pressed a key', async () => {
  document.body.innerHTML = '<main></main>'
  await openAddress(location.hash, 'cash')
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab', bubbles: true }))
  document.querySelector('main')!.innerHTML = '<section data-panel="cash"></section>'
  await new Promise((resolve) => setTimeout(resolve))
  expect(focusedPanel()).toBeUndefined()
  document.body.replaceChildren()
})
