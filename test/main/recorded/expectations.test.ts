import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { dayMs } from '#shared/durations.ts'
import { inLanguage } from '#shared/language.ts'
import { titleOf } from '#shared/text/service-words.ts'
import { answersOf, readRecorded } from '../../fakes/recorded/recorded-answers.ts'
import { until } from '../../fakes/until.ts'
import {
  accountAnswer,
  accountId,
  answer,
  assetAnswer,
  now,
  openReplayed,
  position,
  quoteAnswer,
  row,
  transactionsAnswer,
  withoutDates,
  type Replayed,
} from './replayed-profile.ts'

// Each test states what the field `expect` of a recorded file says, as the screens and commands ask for it.

const bond = 'SU29999RMFS9@MISX'
const amortizing = 'RU000A1ZZZY2@MISX'
const future = 'RIZ9@RTSX'
const option = 'AB250CL9A@RTSX'
const share = 'AAAA@MISX'
const archived = 'SiZ1@RTSX'
const all = { accountId: null }
const buy = (id: string, symbol: string, pieces: string, price: string, amount: string) =>
  row({ id, at: '2024-12-05T06:00:00Z', category: 'OTHERS', name: 'Покупка актива', symbol, pieces, price, amount })
const deposit = row({
  ...{ id: '1', at: '2022-12-02T06:00:00Z', category: 'DEPOSIT', name: 'Ввод денежных средств', amount: '100000' },
})
const repaid = [
  ['2025-04-10', '500'],
  ['2025-10-09', '600'],
  ['2026-04-09', '700'],
  ['2026-10-08', '800'],
].map(([date, amount], index) =>
  row({
    ...{ id: `2${index}`, at: `${date}T06:00:00Z`, category: 'INCOME', name: 'Частичное погашение облигации' },
    ...{ symbol: amortizing, amount: amount ?? '' },
  }),
)
const coupon = (id: string, date: string) =>
  row({
    ...{ id, at: `${date}T06:00:00Z`, category: 'INCOME', name: 'Купонный доход', symbol: bond, amount: '1246.40' },
  })
const profits = (daily: string, unrealized: string) => ({
  daily_pnl: { value: daily },
  unrealized_pnl: { value: unrealized },
})
const prices: readonly (readonly [symbol: string, price: string])[] = [
  [bond, '61.5'],
  [amortizing, '98.0'],
  [future, '110000'],
  [option, '12.0'],
  [share, '55.0'],
]
const loanRows = (readRecorded('transactions.loan_income').body as { readonly transactions: object[] }).transactions

/** An account with each recorded instrument, whose transactions lead to what it holds. */
const openHoldings = () =>
  openReplayed(
    [
      ...['asset.bond_percent_currency', 'asset.future_dollar_quoted', 'asset.option_expiry_in_details'],
      ...['asset_params.archived_refused', 'asset.needs_account_id', 'assets.transcoder_500'],
      ...['bond_events.ruble_sign', 'schedule.closing_auction'],
    ],
    [
      accountAnswer(
        [
          position(bond, '40.0', '61.5', profits('12.0', '600.0')),
          position(amortizing, '10.0', '98.0'),
          position(future, '2.0', '110000.0', profits('100.0', '500.0')),
          position(option, '5.0', '12.0'),
          position(share, '10.0', '55.0', profits('20.0', '50.0')),
        ],
        { cash: [{ currency_code: 'RUB', units: '69299', nanos: 610_000_000 }] },
      ),
      ...prices.map(([symbol, price]) => quoteAnswer(symbol, price)),
      assetAnswer(share, { type: 'EQUITIES', name: 'AAAA' }),
      assetAnswer(amortizing, {
        ...{ type: 'BONDS', name: 'Amortizing bond' },
        bond_details: { bond_face_value: { value: '740.0' }, currency: '%' },
      }),
      ...withoutDates(answersOf(readRecorded('bond_events.new_face_value_of_today'))),
      transactionsAnswer([
        deposit,
        buy('10', bond, '40', '60', '-24000'),
        buy('11', amortizing, '10', '100', '-10000'),
        buy('12', future, '2', '100000', '0'),
        buy('13', option, '5', '10', '-50'),
        buy('14', share, '10', '50', '-500'),
        ...repaid,
        coupon('30', '2026-08-12'),
        ...loanRows,
      ]),
    ],
  )

let opened: Replayed
beforeAll(async () => {
  opened = await openHoldings()
  await opened.settle()
  await opened.client.call('settings.write', { accountCurrency: 'RUB' })
  await opened.client.call('currencies.setBase', { currency: 'RUB' })
  return () => opened.close()
})

const income = (symbol: string) =>
  opened.client.call('income.list', { ...all, symbol, from: 0, to: now + 3000 * dayMs })
const positionOf = async (symbol: string) =>
  (await opened.client.call('positions.list', all)).find((each) => each.symbol === symbol)

test('a bond whose currency is "%" is valued in roubles, and counts in total, day, allocation and performance', async () => {
  const { client } = opened
  expect(await positionOf(bond)).toMatchObject({ currency: 'RUB', value: '24600', valueInBase: '24600' })
  const whole = await client.call('positions.whole', all)
  // 24,600 + 10 × 98 % × 740 + 5 × 12 + 10 × 55 and the cash.
  expect(whole).toMatchObject({ currency: 'RUB', gross: '101761.61', leftOut: { symbols: [future], currencies: [] } })
  const overview = await client.call('overview.read', all)
  expect(overview.dailyPnl.amounts).toEqual([{ currency: 'RUB', amount: '32' }])
  expect(overview.contribution?.gains).toContainEqual({ symbol: bond, name: 'ОФЗ 29999', amount: '12' })
  const [allocation] = await client.call('allocation.read', { ...all, by: 'type' })
  expect(allocation?.slices).toContainEqual(expect.objectContaining({ key: 'BONDS', value: '31852' }))
  const performance = await until(
    () => client.call('performance.read', { ...all, symbol: null, from: now - 3000 * dayMs, to: now }),
    ({ end }) => end !== null,
    10_000,
  )
  expect(performance).toMatchObject({ coverage: 'whole', differing: [], unpriced: [], end: '101761.61' })
  expect(performance.contribution).toContainEqual({ symbol: bond, name: 'ОФЗ 29999', amount: '1846.4' })
})

test('a coupon in "₽" and its transaction are one payment, which is received', async () => {
  const rows = (await income(bond)).filter(({ date }) => date.startsWith('2026-08'))
  const expected = { low: '1246.4', high: '1246.4', currency: 'RUB' }
  expect(rows).toMatchObject([{ date: '2026-08-12', kind: 'coupon', state: 'received', gross: '1246.4', expected }])
})

test('the face value after each repayment is counted, and the cost falls with it', async () => {
  const { bondEvents } = await opened.client.call('instruments.read', { symbol: amortizing, accountId })
  expect(bondEvents.value?.map(({ amortization }) => amortization?.newFaceValue)).toEqual(['950', '890', '820', '740'])
  const [lot] = await opened.client.call('lots.list', { ...all, symbol: amortizing })
  expect(lot).toMatchObject({ quantity: '10', cost: '7400', currency: 'RUB', unknownCost: false })
  const day = await opened.client.call('history.day', { ...all, date: '2024-12-31', knowledge: 'now' })
  expect(day.accounts[0]?.positions).toContainEqual(expect.objectContaining({ symbol: amortizing, value: '10000' }))
  expect(await income(amortizing)).toMatchObject(Array(4).fill({ kind: 'amortization', state: 'received' }))
})

test.each([option, future])('%s expires on the day in Moscow, in the positions and in the income', async (symbol) => {
  expect(await positionOf(symbol)).toMatchObject({ expiresOn: '2029-12-20', expirySource: 'served' })
  expect(await income(symbol)).toMatchObject([{ kind: 'expiry', date: '2029-12-20', state: 'announced' }])
})

test('the profit of a future in dollars with a margin in roubles is in no sum, and is named', async () => {
  const row = await positionOf(future)
  expect(row).toMatchObject({ currency: null, value: null, unrealizedPnl: '500', unrealizedInBase: null })
  expect(row?.valueNote).toEqual({ code: 'future-of-two-currencies', quoted: 'USD', margin: 'RUB' })
  const { dailyPnl, day, unrealized } = await opened.client.call('overview.read', all)
  expect(dailyPnl.missing).toEqual(['RTS-12.29'])
  const said = { currency: '', problem: 'unknown-currency', names: ['RTS-12.29'] }
  expect(day).toMatchObject({ amount: '32', notConverted: [{ ...said, amount: '100' }] })
  expect(unrealized).toMatchObject({ amount: '650', notConverted: [{ ...said, amount: '500' }] })
})

test('income from a loan of shares counts as income, and the loan does not', async () => {
  expect(await income(share)).toMatchObject([{ kind: 'other', state: 'received', gross: '3.21', currency: 'RUB' }])
  const filter = { conditions: [], text: '' }
  const page = { filter, direction: 'newest' as const, after: null, limit: 100 }
  const { rows } = await opened.client.call('transactions.page', page)
  const kinds = new Map(rows.map(({ transaction, kind }) => [transaction.id, kind]))
  expect([kinds.get('70001'), kinds.get('70002')]).toEqual(['other-income', 'loan'])
})

test('a closing auction has words in both languages', async () => {
  const { schedule } = await opened.client.call('instruments.read', { symbol: share, accountId })
  const types = schedule.value?.map(({ type }) => type) ?? []
  const words = (['en', 'ru'] as const).map((language) =>
    inLanguage(language, () => types.map((type) => titleOf(type, ''))),
  )
  expect(words.map(([, auction]) => auction)).toEqual(['Closing auction', 'Аукцион закрытия'])
})

test('an archived instrument shows why its parameters are refused, and the rest of its page', async () => {
  const { client } = opened
  const read = async () => {
    // An open window repeats what it shows.
    await client.call('instruments.follow', {
      ...{ viewId: 'view', symbol: archived, accountId, chain: null, isVisible: true, again: false },
      parts: ['details', 'params'],
    })
    return client.call('instruments.read', { symbol: archived, accountId })
  }
  const view = await until(read, ({ params, details }) => params.problem !== null && details.value !== null, 10_000)
  expect(view.params).toMatchObject({ value: null, problem: expect.stringContaining('Security is archived') })
  expect(view.details).toMatchObject({
    ...{ problem: null, value: { name: 'Si-12.21', minStep: '0', contractSize: '1000', expirationDate: '2021-12-16' } },
  })
})

test('each request for an asset names an account, and the list that always fails is not requested', () => {
  const { requests } = opened.service
  const assets = requests.filter(({ path }) => /^\/v1\/assets\/[^/]+@[^/]+$/.test(path))
  expect(assets.length).toBeGreaterThanOrEqual(prices.length)
  expect(assets.filter(({ query }) => query['account_id'] !== accountId)).toEqual([])
  expect(requests.filter(({ path }) => path === '/v1/assets')).toEqual([])
})

test('a position without a market has a row and a note, and is never asked for', async () => {
  const { client, service, settle, close } = await openReplayed(['account.position_without_mic'])
  onTestFinished(close)
  await settle(false)
  const positions = await client.call('positions.list', all)
  expect(positions).toMatchObject([{ symbol: 'ABCD', quantity: '3', averagePrice: '770', isReferenceRead: true }])
  expect(positions[0]).toMatchObject({ value: null, currentPrice: null, dailyPnl: null })
  expect(positions[0]?.valueNote).toEqual({ code: 'no-market' })
  const texts = service.requests.map((request) => JSON.stringify(request))
  expect(texts.filter((text) => /ABCD|RU000A10ZZ99/.test(text))).toEqual([])
  const [account] = await client.call('accounts.list')
  expect(account).toMatchObject({ equity: '5310', cash: [{ currency: 'RUB', amount: '3000' }], positionCount: 1 })
  expect(account?.margin).toMatchObject({ available: '3000', initial: '0' })
})

test('the coupons of several years are requested and received', async () => {
  const dates = ['2023-02-11', '2023-08-11', '2024-02-11', '2024-08-11', '2025-02-11', '2025-08-11', '2026-02-11']
  const recorded = answersOf(readRecorded('bond_events.window_of_a_year'))[1]
  const query = { ...recorded?.request.query, 'date_from.year': '1990' }
  const { client, service, settle, close } = await openReplayed(
    ['asset.bond_percent_currency', 'bond_events.window_of_a_year'],
    [
      accountAnswer([position(bond, '40.0', '61.5')]),
      // The service answers with the events of the requested days.
      answer('/v1/bonds/past', recorded?.body, { query }),
      transactionsAnswer([
        deposit,
        row({
          ...{ id: '2', at: '2022-12-05T06:00:00Z', category: 'OTHERS', name: 'Покупка актива', symbol: bond },
          ...{ pieces: '40', price: '60', amount: '-24000' },
        }),
        ...[...dates, '2026-08-11'].map((date, index) => coupon(`3${index}`, date)),
      ]),
    ],
  )
  onTestFinished(close)
  await settle()
  const rows = await client.call('income.list', { ...all, from: 0, to: now })
  expect(rows.map(({ date, state }) => [date, state])).toEqual(
    [...dates, '2026-08-11'].map((date) => [date, 'received']),
  )
  const events = service.requests.filter(({ path }) => path === '/v1/bonds/past')
  expect(events).toHaveLength(1)
  expect(events[0]?.query).toMatchObject({ 'date_from.year': '1990', 'date_to.year': '2066', limit: '100' })
})
