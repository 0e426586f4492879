import { expect, test } from 'vitest'
import { depositLine } from '#renderer/chart/equity-curve.ts'
import EquityPanel from '#renderer/overview/equity/EquityPanel.svelte'
import { dayMs } from '#shared/durations.ts'
import type { EquityCurve } from '#shared/model/ledger/portfolio-curves.ts'
import { dec } from '../fixtures/data.ts'
import { mountInApp } from '../fixtures/page/mount.ts'
import { fixtureTransport } from '../fixtures/transport.ts'

const now = Date.now()
const derived = (days: number, equity: string): EquityCurve['points'][number] => ({
  ...{ at: now - days * dayMs, until: now - days * dayMs, equity: dec(equity) },
  ...{ source: 'derived', oldestPriceAt: null, followsGap: false },
})
const curve: EquityCurve = {
  points: [derived(900, '100'), derived(800, '250'), { ...derived(0, '300'), source: 'recorded' }],
  ...{ maxGapMs: 1, currency: 'RUB', unknownCurrency: [], notDerived: null },
  deposits: {
    currency: 'RUB',
    points: [{ at: now - 900 * dayMs, amount: dec('90') }],
    notConverted: [{ currency: 'USD', amount: dec('7') }],
    notCounted: 2,
  },
}

/** Returns the text of the panel and its legend. */
async function show(read: EquityCurve) {
  const transport = fixtureTransport({ 'equity.history': () => read })
  const { target, end } = await mountInApp(EquityPanel, { base: null }, transport)
  const words = target.textContent.replace(/\s+/g, ' ')
  const lines = [...target.querySelectorAll('[aria-label=Lines] li')].map(({ textContent }) => textContent)
  await end()
  return { words, lines }
}

test('the summary shows the start of the known equity, the last equity, and net deposits with the amounts not in them', async () => {
  const { words, lines } = await show(curve)
  expect(words).toContain('Known since')
  expect(words).toMatch(/last 300(\.00)? RUB/)
  expect(words).toMatch(/net deposits 90(\.00)? RUB not converted 7(\.00)? USD 2 transactions not counted/)
  expect(lines).toEqual(['Recorded equity', 'Derived from transactions', 'Net deposits'])
})

test('no change in percent is shown, because deposits may be part of it', async () => {
  expect((await show(curve)).words).not.toContain('%')
})

test('while nothing is recorded, net deposits are drawn alone', async () => {
  const { words, lines } = await show({ ...curve, points: [], notDerived: { reason: 'no-value' } })
  expect(lines).toEqual(['Net deposits'])
  expect(words).toContain('Past equity is not known: some of the prices or rates of that time are not.')
})

test('deposits in another currency than the equity are stated, but not drawn', async () => {
  const { words, lines } = await show({ ...curve, currency: null })
  expect(lines).toEqual(['Recorded equity', 'Derived from transactions'])
  expect(words).toMatch(/net deposits 90(\.00)? RUB/)
})

test('when equity has an unknown currency and few points, only the deposits are drawn', async () => {
  const { lines } = await show({ ...curve, currency: null, points: curve.points.slice(2) })
  expect(lines).toEqual(['Net deposits'])
})

test('a difference from the service is shown as the reason for missing past equity, with a link', async () => {
  const points = curve.points.slice(2)
  const { words } = await show({ ...curve, points, notDerived: { reason: 'differs', names: ['Sber', 'USD'] } })
  expect(words).toContain('the transactions differ from the service in Sber, USD. Show differences')
})

test('the line of deposits continues to the end', () => {
  const [first, last] = depositLine([{ at: 5, amount: dec('90') }], 9)
  expect([first?.x, last?.x, last?.y]).toEqual([5, 9, 90])
})

test('money of unknown currency, which the equity leaves out, is named', async () => {
  const unknownCurrency = [{ at: now - 700 * dayMs, amount: dec('3') }]
  expect((await show({ ...curve, unknownCurrency })).words).toMatch(/not included: 3(\.00)? (of )?unknown currency/)
  const gone = [...unknownCurrency, { at: now - 600 * dayMs, amount: dec('0') }]
  expect((await show({ ...curve, unknownCurrency: gone })).words).not.toContain('unknown currency')
})
