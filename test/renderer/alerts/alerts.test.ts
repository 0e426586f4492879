import { afterEach, expect, test } from 'vitest'
import Alerts from '#renderer/alerts/Alerts.svelte'
import { hourMs } from '#shared/durations.ts'
import { AlertDraft } from '#shared/model/alert.ts'
import { alertRow } from '../fixtures/alerts.ts'
import { settings } from '../fixtures/data.ts'
import { mountInApp, type Mounted } from '../fixtures/page/mount.ts'
import { failing, fixtureTransport, type Answers } from '../fixtures/transport.ts'

let page: Mounted | undefined
afterEach(async () => {
  await page?.end()
  page = undefined
})
const open = async (overrides: Partial<Answers> = {}): Promise<Mounted> =>
  (page = await mountInApp(Alerts, {}, fixtureTransport(overrides)))
const press = async (mounted: Mounted, label: string): Promise<void> => {
  mounted.find<HTMLButtonElement>(`button[aria-label^="${label}"]`).click()
  await mounted.settle()
}
const snooze = async (mounted: Mounted, title: string): Promise<void> => {
  await press(mounted, 'Snooze: ')
  const item = [...mounted.target.querySelectorAll<HTMLButtonElement>('[role=dialog] li button')].find((candidate) =>
    candidate.textContent.includes(title),
  )
  if (!item) throw new Error(`no snooze time ${title}`)
  item.click()
  await mounted.settle()
}
const words = (mounted: Mounted): string => mounted.text().replaceAll('\u00a0', ' ')

test('each rule shows its condition, state and last firing; the alert history shows the values', async () => {
  const mounted = await open()
  for (const part of [
    'AAPL@XNGS at or above 250',
    'Take profit',
    'Equity of 1900001 at or below 95,000.00 USD',
    '2 times in total',
    'fired, completed',
    'snoozed until',
    'expired 3 Nov 2026',
    'off',
    'No quote was read yet',
    'The market data is delayed by 15 min',
    'Alert adjusted for a split',
    '2 unread',
  ])
    expect(words(mounted)).toContain(part)
})

test('a rule shows the name of its instrument, with the symbol below', async () => {
  const mounted = await open({ 'alerts.list': () => [alertRow('named', { instrumentName: 'Apple Inc.' })] })
  expect(mounted.find('.name').textContent).toBe('Apple Inc. at or above 250')
  expect(mounted.find('.what .quiet').textContent).toMatch(/^AAPL@XNGS · repeats/)
  expect(mounted.find('button[aria-label^="Edit"]').getAttribute('aria-label')).toContain('Apple Inc.')
})

test('the filter finds rules and history entries with every word in name, symbol or note', async () => {
  const rows = [alertRow('a', { instrumentName: 'Apple Inc.' }), alertRow('b', {}, { note: 'Sell half' })]
  const mounted = await open({ 'alerts.list': () => rows })
  const count = () => mounted.target.querySelectorAll('li:has(.actions)').length
  const filter = async (text: string) => {
    const field = mounted.find<HTMLInputElement>('input[type=search]')
    field.value = text
    field.dispatchEvent(new Event('input', { bubbles: true }))
    await mounted.settle()
  }
  expect(count()).toBe(2)
  await filter('apple XNGS')
  expect(count()).toBe(1)
  await filter('half')
  expect(mounted.find('.what').textContent).toContain('Sell half')
  await filter('nothing of the kind')
  expect(count()).toBe(0)
  expect(mounted.text()).toContain('No alerts match')
  expect(mounted.text()).toContain('Nothing in the history matches')
})

test('rules and history appear at the same time, so that neither moves the other', async () => {
  let answer = (): void => undefined
  const waiting = new Promise<void>((resolve) => (answer = resolve))
  const mounted = await open({ 'alerts.list': () => waiting.then(() => []) })
  expect(mounted.text()).not.toContain('Alert history')
  answer()
  await mounted.settle()
  expect(mounted.text()).toContain('No alerts yet')
  expect(mounted.text()).toContain('Alert history')
})

test('privacy mode hides every amount but shows prices', async () => {
  const mounted = await open({ 'settings.read': () => ({ ...settings, hideAmounts: true }) })
  expect(words(mounted)).toContain('Equity of 1900001 at or below •••')
  expect(mounted.target.innerHTML).not.toMatch(/95,000|91,234|91234/)
  expect(words(mounted)).toContain('227.52')
})

test('a rule can be snoozed, armed again and switched on; it is deleted only after confirmation', async () => {
  const mounted = await open()
  await snooze(mounted, '1 hour')
  expect(mounted.sent('alerts.snooze')).toEqual([{ id: 'armed', until: mounted.app.now + hourMs }])
  await press(mounted, 'Arm again')
  expect(mounted.sent('alerts.snooze')[1]).toEqual({ id: 'done', until: null })
  await press(mounted, 'Switch on')
  const [saved] = mounted.sent('alerts.save')
  expect(saved).toMatchObject({ id: 'off', draft: { isEnabled: true } })
  expect(AlertDraft.strict().safeParse((saved as { draft: unknown }).draft).success).toBe(true)
  await press(mounted, 'Delete')
  expect(mounted.sent('alerts.remove')).toEqual([])
  const confirm = [...mounted.target.querySelectorAll('dialog button')].find(
    ({ textContent }) => textContent === 'Delete',
  )
  ;(confirm as HTMLButtonElement).click()
  await mounted.settle()
  expect(mounted.sent('alerts.remove')).toHaveLength(1)
})

test('an empty screen offers alerts to create; a failed load shows the error', async () => {
  const empty = await open({ 'alerts.list': () => [], 'notices.list': () => ({ rows: [], unread: 0 }) })
  expect(words(empty)).toContain('No alerts yet')
  expect(words(empty)).toContain('No alerts have fired yet')
  await empty.end()
  page = undefined
  const broken = await open({ 'alerts.list': failing('internal', 'The journal cannot be read.') })
  expect(words(broken)).toContain('The journal cannot be read.')
})

test('the form shows the current value and past firings of the rule, and saves its fields', async () => {
  const mounted = await open()
  await press(mounted, 'Edit')
  await mounted.settle()
  expect(words(mounted)).toContain('Now: Last 227.52.')
  expect(words(mounted)).toContain('It would have fired once since')
  mounted.find<HTMLFormElement>('dialog form').requestSubmit()
  await mounted.settle()
  expect(mounted.sent('alerts.save')).toMatchObject([{ id: 'armed', draft: { note: 'Take profit' } }])
  expect(mounted.target.querySelector('dialog form')).toBeNull()
})

test('a rejected save shows the error and keeps the form open', async () => {
  const mounted = await open({ 'alerts.save': failing('invalid', 'The alert would have expired already.') })
  await press(mounted, 'Edit')
  mounted.find<HTMLFormElement>('dialog form').requestSubmit()
  await mounted.settle()
  expect(words(mounted)).toContain('The alert would have expired already.')
})

test('an alert shows its own name beside its condition, and a changed name is saved', async () => {
  const mounted = await open({ 'alerts.list': () => [alertRow('named', {}, { name: 'Sell half' })] })
  expect(words(mounted)).toContain('Sell half AAPL@XNGS at or above 250')
  await press(mounted, 'Edit: Sell half')
  const field = [...mounted.target.querySelectorAll<HTMLInputElement>('dialog input')].find(
    ({ value }) => value === 'Sell half',
  )!
  field.value = 'Sell all '
  field.dispatchEvent(new Event('input', { bubbles: true }))
  await mounted.settle()
  mounted.find<HTMLFormElement>('dialog form').requestSubmit()
  await mounted.settle()
  expect(mounted.sent('alerts.save')).toMatchObject([{ id: 'named', draft: { name: 'Sell all' } }])
})

test('an address with an instrument and a price opens a new alert, once', async () => {
  location.hash = '#/alerts?new=price&symbol=SBER%40MISX&price=250.5&direction=below'
  const mounted = await open()
  await mounted.settle()
  expect(location.hash).toBe('#/alerts')
  const values = [...mounted.target.querySelectorAll<HTMLInputElement>('dialog input, dialog select')].map(
    ({ value }) => value,
  )
  expect(mounted.find('dialog').textContent).toContain('SBER@MISX')
  expect(values).toEqual(expect.arrayContaining(['price', 'below', '250.5']))
})
