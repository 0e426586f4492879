import { expect, test } from 'vitest'
import * as data from '../fixtures/data.ts'
import { fixtureNow } from '../fixtures/fixture-now.ts'
import { figures, performance, unknown } from './figures.ts'
import { startAtScreen, button, show } from './performance-screen.ts'

startAtScreen()

test('without a base currency each currency is shown separately, and nothing is added', async () => {
  const byCurrency = [figures('EUR'), figures('USD')]
  const screen = await show({ 'performance.read': () => unknown('several-currencies', { byCurrency }) })
  expect(screen.text()).toContain('Nothing is added across currencies without a rate.')
  expect(
    [...screen.target.querySelectorAll('table[aria-label^="Change of value"]')].map(
      (each) => each.ariaLabel ?? each.getAttribute('aria-label'),
    ),
  ).toEqual(['Change of value in EUR', 'Change of value in USD'])
  await screen.end()
})

test('converted figures show their rates, currencies without a rate, and the figures by currency', async () => {
  const base = {
    ...figures('EUR'),
    rates: [
      {
        ...{ currency: 'USD', symbol: 'EURUSD@FX', rate: data.dec('0.92'), at: fixtureNow, isInverse: true, via: null },
      },
    ],
    notConverted: [{ currency: 'CHF', problem: 'no-instrument' as const }],
  }
  const screen = await show({
    'performance.read': () =>
      performance({
        ...figures('EUR'),
        byCurrency: [figures('EUR'), figures('USD'), { ...figures('CHF'), end: null, fees: data.dec('12') }],
        base,
      }),
  })
  expect(button(screen.target, '1 rate')).toBeDefined()
  expect(screen.text()).toMatch(/These sums are without CHF\. Not converted because .+\. .*Fees -12\.00.CHF/)
  expect(screen.text()).toMatch(/Value at the end — ?/)
  expect(screen.text()).toContain('By currency: EUR, USD')
  await screen.end()
})
