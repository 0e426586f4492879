import { expect, test } from 'vitest'
import * as data from '../fixtures/data.ts'
import * as portfolio from '../fixtures/portfolio.ts'
import { show, words } from './overview-screen.ts'

test('with a base currency there is one total; a click shows its rates, and missing accounts are named', async () => {
  const rate = { currency: 'USD', symbol: 'USDRUB@FX', rate: data.dec('92.435'), at: Date.now() - 60_000 }
  const sum = (amount: string) => ({
    ...{ currency: 'RUB', amount: data.dec(amount), missing: [] },
    parts: [{ currency: 'USD', amount: data.dec('10'), converted: data.dec('924.35') }],
    rates: [{ ...rate, isInverse: false, via: null }],
    notConverted: [{ currency: 'GBP', amount: data.dec('7'), problem: 'no-instrument' as const, names: ['Barclays'] }],
  })
  const overview = {
    ...portfolio.overview(0, portfolio.accounts(0)),
    ...{ total: sum('1234567.5'), day: sum('-924.35'), unrealized: sum('924.35'), cashTotal: sum('500') },
  }
  const { target, find, settle, end } = await show({ 'overview.read': () => overview })
  expect(words(find('.equity dd'))).toContain('1,234,567.50 RUB')
  expect(words(find('.headline'))).toContain('-924.35 RUB')
  expect(words(find('.equity'))).toContain('1 account not included')
  expect(find('.equity .note[title]').title).toContain('Barclays')
  expect(words(find('.headline'))).toContain('Converted at 1 rate (USD 92.435; the oldest of')
  target.querySelector('[role=dialog]')?.dispatchEvent(Object.assign(new Event('beforetoggle'), { newState: 'open' }))
  await settle()
  expect(words(find('[role=dialog]'))).toContain('1 USD = 92.435 RUB')
  expect(words(find('[role=dialog]'))).toContain('USDRUB@FX')
  await end()
})

test('while the currency of an account is unknown, there is no total and the account is named', async () => {
  const sum = (amount: string) => ({
    ...{ currency: 'RUB', amount: data.dec(amount), parts: [], rates: [], missing: [] },
    notConverted: [
      { currency: '', amount: data.dec('7'), problem: 'unknown-currency' as const, names: ['TRQD05:989213'] },
    ],
  })
  const { find, end } = await show({
    'overview.read': () => ({
      ...portfolio.overview(0, portfolio.accounts(0)),
      ...{ total: sum('1234567.5'), day: sum('1'), unrealized: sum('1'), cashTotal: sum('1') },
    }),
  })
  expect(words(find('.equity dd')).trim()).toBe('—')
  expect(words(find('.equity'))).toContain('currency not known yet: TRQD05:989213')
  await end()
})

test('without a base currency, one is suggested, and one click sets it', async () => {
  const { find, transport, settle, end } = await show()
  const offer = find('.headline [role=status]')
  expect(words(offer)).toContain('You can change it in Settings')
  offer.querySelector('button')?.click()
  await settle()
  const chosen = transport.calls.find(({ method }) => method === 'currencies.setBase')
  expect(chosen?.params).toEqual({ currency: 'USD' })
  await end()
})

test('up to four parts of a converted sum are all shown; of more, the first three and the number of the rest', async () => {
  const cashOf = async (codes: readonly string[]) => {
    const parts = codes.map((currency, index) => ({
      ...{ currency, amount: data.dec(String(1000 + index)), converted: data.dec('1') },
    }))
    const cashTotal = { currency: 'RUB', amount: data.dec('5'), missing: [], parts, rates: [], notConverted: [] }
    const { target, end } = await show({
      'overview.read': () => ({ ...portfolio.overview(0, portfolio.accounts(0)), cashTotal }),
    })
    const shown = [...target.querySelectorAll('.headline .parts')].map(words).join('')
    await end()
    return shown.trim()
  }
  expect(await cashOf(['RUB', 'USD', 'EUR', 'CNY'])).toMatch(/^1,000\.00 RUB.*1,002\.00 EUR1,003\.00 CNY$/)
  expect(await cashOf(['RUB', 'USD', 'EUR', 'CNY', 'HKD'])).toMatch(/1,002\.00 EUR ?and 2 more$/)
})
