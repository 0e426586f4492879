import { expect, test } from 'vitest'
import type { DemoBrokerOptions } from '#main/demo/server.ts'
import { dayMs } from '#shared/durations.ts'
import { startDemo } from '../demo-client.ts'
import { reads } from '../reads.ts'

const account = 'account_id=1900001'
const startRecorded = (options: DemoBrokerOptions = {}) =>
  startDemo({ size: 'typical', as: 'recorded', requestsPerMinute: 10_000, ...options })
const date = (name: string, [year, month, day]: readonly [number, number, number]) =>
  `${name}.year=${year}&${name}.month=${month}&${name}.day=${day}`
const dayOf = ({ date: { year, month, day } }: any): number => Date.UTC(year, month - 1, day)
const oneYearAgo = Date.UTC(2025, 2, 2)
const everyEvent = `limit=200&${date('date_from', [2015, 1, 1])}`
const bondEventsOf = async (get: (path: string) => Promise<any>, symbol: string, query = everyEvent) =>
  (await get(`/v1/bonds/past?symbol=${symbol}&${query}`)).events

const repaid = 'RU000A10ACM1@MISX'
const amortizing = 'RU000A101868@MISX'

test('by default the demo answers as documented', async () => {
  const [plain, documented] = [
    await startDemo({ size: 'typical' }),
    await startDemo({ size: 'typical', as: 'documented' }),
  ]
  for (const [path] of reads) expect(await plain.get(path)).toEqual(await documented.get(path))
  expect(plain.demo.market.catalog.find('RIH6@RTSX')).toBeUndefined()
})

test('the list of tradable instruments fails with a plain text of the proxy', async () => {
  const { send } = await startRecorded()
  const response = await send('GET', '/v1/assets')
  expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
    500,
    'text/plain',
    "Response not transcoded because the transcoder's internal buffer size exceeds the configured limit.",
  ])
})

test('an asset is refused without an account', async () => {
  const { requestJson } = await startRecorded()
  for (const query of ['', '?account_id='])
    expect(await requestJson('GET', `/v1/assets/SBER@MISX${query}`)).toEqual({
      status: 400,
      body: { code: 3, message: 'Invalid arguments:account_id', details: [] },
    })
})

test('the currency of a bond is a percent sign, and its maturity is not stated', async () => {
  const { get, demo } = await startRecorded()
  for (const { symbol, bond, currency } of demo.market.catalog.list) {
    if (bond === undefined) continue
    const asset = await get(`/v1/assets/${symbol}?${account}`)
    expect(asset).toMatchObject({ quote_currency: currency, bond_details: { currency: '%' } })
    expect(asset).not.toHaveProperty('expiration_date')
  }
})

test('the face value of a bond is what is left of it today', async () => {
  const { get, clock } = await startRecorded()
  const face = async () => (await get(`/v1/assets/${amortizing}?${account}`)).bond_details.bond_face_value.value
  const [before, events] = [await face(), await bondEventsOf(get, amortizing)]
  expect(before).toBe('625.0')
  expect(events.filter(({ type }: any) => type === 'AMORTIZATION')).toHaveLength(3)
  await clock.advance(91 * dayMs)
  expect(await face()).toBe('500.0')
})

test('derivatives state their expiry only in their details, as midnight in Moscow', async () => {
  const { get, demo } = await startRecorded()
  const kinds = new Set<string>()
  for (const { symbol, future, option } of demo.market.catalog.list.filter((_, index) => index % 5 === 0)) {
    const details = future ?? option
    if (details === undefined) continue
    const asset = await get(`/v1/assets/${symbol}?${account}`)
    const expiresAt = new Date(details.expiresOn * dayMs - 3 * 3_600_000).toISOString().replace('.000', '')
    expect(expiresAt).toMatch(/T21:00:00Z$/)
    expect(asset).not.toHaveProperty('expiration_date')
    expect((asset.future_details ?? asset.option_details).expiration_date).toBe(expiresAt)
    if (future !== undefined) expect(asset.lot_size).toEqual(asset.future_details.contract_size)
    kinds.add(asset.type)
  }
  expect([...kinds].sort()).toEqual(['FUTURES', 'OPTIONS'])
  expect((await get(`/v1/assets/SiH6@RTSX?${account}`)).lot_size).toEqual({ value: '1000.0' })
})

test('a future quoted in dollars has margins in roubles; no account trades it', async () => {
  const { get, demo } = await startRecorded()
  expect(await get(`/v1/assets/RIM6@RTSX?${account}`)).toMatchObject({ quote_currency: 'USD' })
  const params = await get(`/v1/assets/RIM6@RTSX/params?${account}`)
  expect(params).toMatchObject({ trade_lot_size: '1', short_initial_margin: { currency_code: 'RUB' } })
  const { units, nanos, currency_code } = params.long_initial_margin
  expect(currency_code).toBe('RUB')
  const inRoubles = 0.15 * Number(demo.market.price('RIM6@RTSX')) * Number(demo.market.roubleRate('USD'))
  expect(Number(units) + nanos / 1e9).toBeCloseTo(inRoubles, 4)
  for (const gone of ['tradeable', 'long_collateral', 'short_collateral']) expect(params).not.toHaveProperty(gone)
  for (const id of demo.accounts.ids)
    expect(JSON.stringify(await get(`/v1/accounts/${id}/transactions`))).not.toMatch(/RI[HMUZ]\d@RTSX/)
})

test('the parameters of an archived instrument are refused, and its price step is 0', async () => {
  const { get, requestJson } = await startRecorded()
  expect(await requestJson('GET', `/v1/assets/SiZ5@RTSX/params?${account}`)).toEqual({
    status: 400,
    body: { code: 9, message: 'Security is archived', details: [] },
  })
  expect((await get(`/v1/assets/SiZ5@RTSX?${account}`)).min_step).toBe('0')
  expect((await get(`/v1/assets/SiH6@RTSX?${account}`)).min_step).toBe('1')
})

test('a closing auction follows the core session', async () => {
  const { get } = await startRecorded()
  const { sessions } = await get('/v1/assets/SBER@MISX/schedule')
  const at = sessions.findIndex(({ type }: any) => type === 'CLOSING_AUCTION')
  expect(sessions.slice(at - 1, at + 2)).toEqual([
    { type: 'CORE_TRADING', interval: { start_time: '2026-03-02T06:50:00Z', end_time: '2026-03-02T15:50:00Z' } },
    { type: 'CLOSING_AUCTION', interval: { start_time: '2026-03-02T15:50:00Z', end_time: '2026-03-02T16:00:00Z' } },
    { type: 'CLEARING', interval: { start_time: '2026-03-02T16:00:00Z', end_time: '2026-03-02T16:05:00Z' } },
  ])
})

test('without a limit there are no events of a bond', async () => {
  const { get } = await startRecorded()
  for (const query of ['', `&${date('date_from', [2015, 1, 1])}`, '&limit=0'])
    expect(await get(`/v1/bonds/past?symbol=${amortizing}${query}`)).toEqual({ symbol: amortizing })
})

test('without a first date only the year before the last date or today is listed, and nothing after today', async () => {
  const { get, demo, clock } = await startRecorded()
  const payer = 'AAPL@XNGS'
  const dividendsOf = async (query: string) => (await get(`/v1/past-dividends?symbol=${payer}&${query}`)).dividends
  const late = date('date_to', [2066, 12, 31])
  for (const read of [(query: string) => bondEventsOf(get, amortizing, `limit=200&${query}`), dividendsOf]) {
    const whole = (await read(date('date_from', [2015, 1, 1]))).map(dayOf)
    expect(Math.min(...whole)).toBeLessThan(oneYearAgo)
    expect(Math.max(...whole)).toBeLessThanOrEqual(clock.now())
    const year = whole.filter((day: number) => day >= oneYearAgo)
    for (const query of ['', late]) expect((await read(query)).map(dayOf)).toEqual(year)
    const before = whole.filter((day: number) => day >= Date.UTC(2024, 2, 2) && day <= oneYearAgo)
    expect((await read(date('date_to', [2025, 3, 2]))).map(dayOf)).toEqual(before)
    expect(await read(`${date('date_from', [2027, 1, 1])}&${late}`)).toEqual([])
  }
  expect(demo.market.catalog.get(amortizing).bond?.maturesOn).toBeGreaterThan(clock.now() / dayMs)
})

test('events come oldest first in pages that never say that there is a next one', async () => {
  const { get } = await startRecorded()
  const whole = await bondEventsOf(get, amortizing)
  expect(whole.map(dayOf)).toEqual(whole.map(dayOf).toSorted((a: number, b: number) => a - b))
  const pages: unknown[] = []
  for (let offset = 0; offset < whole.length; offset += 4) {
    const query = `sort_direction=DESC&limit=4&offset=${offset}&${date('date_from', [2015, 1, 1])}`
    const { pagination, events } = await get(`/v1/bonds/past?symbol=${amortizing}&${query}`)
    expect(pagination).toEqual({ total: 0, limit: 4, offset, has_next: false })
    pages.push(...events)
  }
  expect(pages).toEqual(whole)
  const { pagination } = await get(`/v1/past-dividends?symbol=AAPL@XNGS&limit=2&${date('date_from', [2015, 1, 1])}`)
  expect(pagination).toMatchObject({ limit: 2, has_next: false })
})

test("every event has today's face value and a currency sign", async () => {
  const { get } = await startRecorded()
  const events = await bondEventsOf(get, amortizing)
  const faces = events.map(({ coupon_details, amortization_details }: any) =>
    coupon_details === undefined ? amortization_details?.new_face_value : coupon_details.face_value,
  )
  expect(new Set(faces.filter(Boolean).map(({ value }: any) => value))).toEqual(new Set(['625.0']))
  const paid = events.filter(({ type }: any) => type === 'AMORTIZATION')
  expect(paid.map(({ value }: any) => value.value)).toEqual(['125.0', '125.0', '125.0'])
  expect(paid[0].amortization_details).toMatchObject({ initial_face_value: { value: '1000.0' } })
  expect(new Set(events.map(({ currency }: any) => currency))).toEqual(new Set(['₽']))
  expect((await bondEventsOf(get, 'RU000A10CNY1@MISX'))[0].currency).toBe('¥')
  const { dividends } = await get('/v1/past-dividends?symbol=AAPL@XNGS')
  expect(dividends[0].currency).toBe('$')
})

test('a redemption is an amortization of what is left', async () => {
  const { get } = await startRecorded()
  const last = (await bondEventsOf(get, repaid)).at(-1)
  expect(last).toMatchObject({ type: 'AMORTIZATION', value: { value: '1000.0' } })
  expect(last.amortization_details.new_face_value).toEqual({ value: '0.0' })
  expect((await get(`/v1/assets/${repaid}?${account}`)).bond_details.bond_face_value).toEqual({ value: '0.0' })
})

test('a coupon that is not fixed yet has the value 0', async () => {
  const { get } = await startRecorded()
  const coupons = await bondEventsOf(get, 'RU000A10CNY1@MISX')
  const values = coupons.map(({ value, coupon_details }: any) => [value.value, coupon_details.value_percent.value])
  expect(values.at(-1)).toEqual(['0.0', '0.0'])
  expect(values.slice(0, -1).flat()).not.toContain('0.0')
})

test('the coupon of a eurobond is its percent', async () => {
  const { get } = await startRecorded()
  const coupons = await bondEventsOf(get, 'RU000A10EUR8@MISX')
  expect(coupons.length).toBeGreaterThan(2)
  for (const { value, currency, coupon_details } of coupons) {
    expect([value, currency]).toEqual([{ value: '5.25' }, '$'])
    expect(coupon_details).toMatchObject({ value_percent: value, face_value: { value: '200000.0' } })
  }
})

test('each account has its own type, and one another word for its status', async () => {
  const { get } = await startRecorded()
  const stated = async (id: string) => {
    const { type, status } = await get(`/v1/accounts/${id}`)
    return [type, status]
  }
  expect(await stated('1900001')).toEqual(['UNION', 'ACCOUNT_ACTIVE'])
  expect(await stated('TRQD05:989213')).toEqual(['FORTS', 'ACCOUNT_STATUS_ACTIVE'])
  expect(await stated('1900002')).toEqual(['MCT', 'ACCOUNT_ACTIVE'])
  expect((await get('/v1/accounts/1900002')).portfolio_mct).toEqual({})
  const alone = await startRecorded({ size: 'small' })
  expect((await alone.get('/v1/accounts/1900001')).type).toBe('MC')
})

test('the first account has two positions without a market; all else of the accounts is as documented', async () => {
  const [recorded, documented] = [await startRecorded(), await startDemo({ size: 'typical' })]
  for (const id of documented.demo.accounts.ids) {
    const [asRecorded, asDocumented] = [
      await recorded.get(`/v1/accounts/${id}`),
      await documented.get(`/v1/accounts/${id}`),
    ]
    const { type, status } = asRecorded
    const added = asRecorded.positions.slice(asDocumented.positions.length)
    expect(asRecorded).toEqual({ ...asDocumented, type, status, positions: [...asDocumented.positions, ...added] })
    const found = added.map(({ symbol, quantity }: any) => [symbol, quantity.value])
    const expected = [
      ['ABCD', '3.0'],
      ['RU000A10ZZ99', '0.0'],
    ]
    expect(found).toEqual(id === '1900001' ? expected : [])
  }
})

test('transactions are the same but for their shape: pieces are stated on all rows but trades', async () => {
  const [recorded, documented] = [await startRecorded(), await startDemo({ size: 'typical' })]
  for (const id of documented.demo.accounts.ids) {
    const path = `/v1/accounts/${id}/transactions?interval.start_time=2024-01-01T00:00:00Z&limit=900`
    const money = ({ id, change, trade }: any) => ({ id, change, trade })
    const rows = (await recorded.get(path)).transactions
    const whole = rows.filter(({ transaction_name }: any) => transaction_name !== 'Займ ЦБ')
    const same = (await documented.get(path)).transactions
    expect(whole.map(money)).toEqual(same.slice(0, whole.length).map(money))
    expect(whole.length).toBeGreaterThan(100)
    for (const { trade, change_qty } of rows) expect(change_qty === undefined).toBe(trade !== undefined)
    const transfers = whole.filter(({ category, change }: any) => category === 'TRANSFER' && change.units !== '0')
    for (const { change_qty } of transfers) expect(change_qty).toEqual({ value: '0.0' })
    expect(same.some(({ trade }: any) => trade !== undefined)).toBe(true)
  }
})

test('income from lending comes with its loan, and some times have nine digits of a second', async () => {
  const { get } = await startRecorded()
  const path =
    '/v1/accounts/1900001/transactions?interval.start_time=2025-11-20T00:00:00Z&interval.end_time=2026-01-20T00:00:00Z'
  const { transactions } = await get(path)
  const lent = transactions.filter(({ transaction_name }: any) => /Займ ЦБ|займа$/.test(transaction_name))
  expect(lent.slice(0, 2)).toMatchObject([
    { transaction_category: 'INCOME', transaction_name: 'Доход по предоставлениям займа', symbol: 'LAVK@MISX' },
    { transaction_category: 'OTHERS', transaction_name: 'Займ ЦБ', change: { units: '0', nanos: 0 } },
  ])
  expect(Number(lent[0].change.units)).toBeGreaterThan(0)
  expect(lent[0].timestamp).toMatch(/\d\.\d{9}Z$/)
  expect(new Set(transactions.map(({ id }: any) => id)).size).toBe(transactions.length)
  // The loan counts in the limit.
  const limit = transactions.indexOf(lent[0]) + 1
  expect((await get(`${path}&limit=${limit}`)).transactions).toEqual(transactions.slice(0, limit))
})

test('prices, orders and option chains are the same in both shapes', async () => {
  const [recorded, documented] = [await startRecorded(), await startDemo({ size: 'typical' })]
  const same = reads
    .map(([path]) => path)
    .filter((path) => /quotes|trades|orderbook|orders|options|splits|constituents/.test(path))
  expect(same).toHaveLength(7)
  for (const path of same) expect(await recorded.get(path)).toEqual(await documented.get(path))
  expect(recorded.demo.suggestedSymbols).toEqual(documented.demo.suggestedSymbols)
})
