import { afterEach, beforeEach, expect, test } from 'vitest'
import Instrument from '#renderer/instrument/Instrument.svelte'
import type { InstrumentPage } from '#renderer/instrument/page/instrument-page.svelte.ts'
import AlertLines from '#renderer/instrument/price-alert/AlertLines.svelte'
import { directionTo } from '#renderer/instrument/price-alert/price-alerts.svelte.ts'
import type { PriceAlert, PriceAlerts } from '#renderer/instrument/price-alert/price-alerts.svelte.ts'
import { alertHref } from '#renderer/navigation/instrument-address.ts'
import type { Params } from '#shared/contract/contract.ts'
import type { Decimal } from '#shared/decimal.ts'
import { alertRow } from '../../fixtures/alerts.ts'
import { dec } from '../../fixtures/data.ts'
import { mountInApp, type Mounted } from '../../fixtures/page/mount.ts'
import { failing, fixtureTransport, type Answers } from '../../fixtures/transport.ts'

let page: Mounted
beforeEach(() => void (location.hash = ''))
afterEach(async () => {
  if (page.target.isConnected) await page.end()
  location.hash = ''
})
const saves = () =>
  page.transport.calls
    .filter(({ method }) => method === 'alerts.save')
    .map(({ params }) => params as Params<'alerts.save'>)

async function openForm(overrides: Partial<Answers> = {}): Promise<HTMLInputElement> {
  location.hash = alertHref('AAPL@XNGS')
  page = await mountInApp(Instrument, {}, fixtureTransport(overrides))
  await page.settle()
  return page.find<HTMLInputElement>('form input[inputmode=decimal]')
}
const submit = async () => {
  page.find<HTMLFormElement>('[role=dialog] form').requestSubmit()
  await page.settle()
}

test('the address opens the form; a price above the last price waits for a rise, a price below it for a fall', async () => {
  const input = await openForm()
  const direction = () => page.find<HTMLSelectElement>('[role=dialog] select').value
  await page.type(input, '250,5')
  expect(direction()).toBe('above')
  await page.type(input, '200')
  expect(direction()).toBe('below')
  await submit()
  expect(saves()).toMatchObject([
    { id: null, draft: { condition: { kind: 'price', symbol: 'AAPL@XNGS', direction: 'below', threshold: '200' } } },
  ])
})

test('an alert that would fire immediately, or that exists already, is announced before it is added', async () => {
  const input = await openForm({ 'alerts.list': () => [alertRow('1')] })
  const hint = () => page.find('[role=dialog] [role=status]').textContent.trim()
  await page.type(input, '251')
  expect(hint()).toBe('')
  await page.type(input, '250')
  expect(hint()).toBe('There is such an alert already.')
  await page.type(input, '251')
  const select = page.find<HTMLSelectElement>('[role=dialog] select')
  select.value = 'below'
  select.dispatchEvent(new Event('change', { bubbles: true }))
  await page.settle()
  expect(hint()).toBe('It will fire immediately.')
})

test('a text that is not a price is not sent, and a rejection is shown', async () => {
  const input = await openForm({ 'alerts.save': failing('internal', 'The journal cannot be written.') })
  await page.type(input, 'soon')
  expect(page.text()).toContain('Enter a price above zero')
  await submit()
  expect(saves()).toEqual([])
  await page.type(input, '300')
  await submit()
  expect(page.text()).toContain('The journal cannot be written.')
  expect(input.isConnected).toBe(true)
})

test('an alert that is moved to the other side of the last price changes its direction', () => {
  expect(directionTo(dec('11'), dec('10'))).toBe('above')
  expect(directionTo(dec('9'), dec('10'))).toBe('below')
  expect([directionTo(dec('10'), dec('10')), directionTo(dec('10'), null)]).toEqual([null, null])
})

test('arrow keys move a line by price steps; Escape moves it back, Enter saves it', async () => {
  const row = alertRow('1')
  const alert: PriceAlert = { id: '1', threshold: dec('250'), direction: 'above', row }
  const moves: Decimal[] = []
  const instrument: unknown = {
    ...{ decimals: 2, quote: null, view: { current: undefined } },
    app: { format: { price: (value: Decimal) => `${value} USD` } },
  }
  const given: unknown = {
    waiting: [alert],
    move: (_: PriceAlert, threshold: Decimal) => Promise.resolve(moves.push(threshold) > 0),
  }
  page = await mountInApp(AlertLines, {
    alerts: given as PriceAlerts,
    scale: { top: 0, bottom: 100, right: 400, min: 200, max: 300 },
    page: instrument as InstrumentPage,
  })
  const slider = page.find('[role=slider]')
  const press = async (key: string) => {
    slider.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    await page.settle()
  }
  expect(slider.getAttribute('aria-valuetext')).toBe('Alert when the price rises to 250 USD')
  await press('ArrowUp')
  await press('PageDown')
  expect(slider.getAttribute('aria-valuenow')).toBe('249.91')
  await press('Escape')
  expect(slider.getAttribute('aria-valuenow')).toBe('250')
  expect(moves).toEqual([])
  await press('ArrowDown')
  await press('Enter')
  expect(moves).toEqual(['249.99'])
})
