import { expect, test } from 'vitest'
import { refuseFailure } from '../../../src/main/broker/failure.ts'
import { table } from '../../../src/main/broker/endpoints.ts'
import { pack, unpack } from '../../../src/main/threads/packed.ts'
import { AppError } from '../../../src/shared/errors.ts'
import { exampleNames, readExampleText } from './examples.ts'
import { decodeExample, endpointOf } from './answers.ts'

test.each(exampleNames.filter((name) => !name.startsWith('error.')))('%s decodes whole', (name) => {
  expect(endpointOf(name)).not.toBeNull()
  expect(decodeExample(name)).toMatchObject({})
  expect(decodeExample(name)).not.toMatchObject({ malformed: [expect.anything()] })
})

test.each([
  [
    'error.400.cancel_executed.json',
    'invalid',
    'The service refuses this: Order 1984994379300000001 cannot be canceled',
  ],
  ['error.400.mic.json', 'invalid', 'The service refuses this: Mic must not be empty'],
  [
    'error.400.not_trading.json',
    'invalid',
    'The service refuses this: INVALID_ARGUMENT: (133) Security is not currently trading',
  ],
  [
    'error.400.qualification.json',
    'invalid',
    'The service refuses this: INVALID_ARGUMENT: [257]To open positions in this instrument, you need to confirm your qualification level ""',
  ],
  ['error.401.secret.json', 'signed-out', 'The service does not accept the session: Api token could not be verified'],
  ['error.401.missing.json', 'signed-out', 'The service does not accept the session: Missing auth token'],
  ['error.401.auth_header_on_sessions.json', 'signed-out', expect.stringContaining('Token is invalid or malformed')],
  ['error.429.json', 'rate-limited', 'The service asks for fewer requests'],
])('%s becomes %s', (name, code, message) => {
  const status = Number(/\d{3}/.exec(name)?.[0])
  const read = () => refuseFailure({ status, body: Buffer.from(readExampleText(name)) }, [])
  expect(read).toThrow(AppError)
  expect(read).toThrow(expect.objectContaining({ code, message }))
})

test('every error example is covered above', () => {
  expect(exampleNames.filter((name) => name.startsWith('error.'))).toHaveLength(8)
})

test('an account is read to the last digit, with what is not stated as null', () => {
  expect(decodeExample('account.with_dates.json')).toEqual({
    id: '1899011',
    type: 'UNION',
    status: 'ACCOUNT_ACTIVE',
    equity: '989.38',
    unrealizedProfit: '0.4',
    positions: [
      {
        symbol: 'AFLT@MISX',
        quantity: '10',
        averagePrice: '62.72',
        currentPrice: '62.76',
        maintenanceMargin: null,
        dailyPnl: '0.4',
        unrealizedPnl: '0.4',
      },
    ],
    cash: [{ currency: 'RUB', amount: '361.0078' }],
    portfolio: { kind: 'mc', availableCash: '361.78', initialMargin: '627.6', maintenanceMargin: '313.8' },
    openedAt: Date.UTC(2025, 0, 29, 14, 20, 44),
    firstTradeAt: Date.UTC(2025, 0, 29, 14, 20, 44),
    firstNonTradeAt: Date.UTC(2025, 0, 29, 14, 20, 44),
  })
  expect(decodeExample('account.colon_id.json')).toMatchObject({ id: 'TRQD05:989213', openedAt: null })
})

const bareAccount = { account_id: 'A', positions: [], cash: [] }
const decodeAccount = (json: unknown) => table.getAccount.decode(json, { accountId: 'A' })

test.each([
  [{ portfolio_mct: {} }, { kind: 'mct' }],
  [{ portfolio_mct: '' }, { kind: 'mct' }],
  [{ portfolio_mct: 'x' }, { kind: 'mct' }],
  [{ portfolio_forts: {} }, { kind: 'forts', availableCash: null, moneyReserved: null }],
  [
    { portfolio_forts: { money_reserved: { value: '5' } }, portfolio_mct: '' },
    { kind: 'forts', availableCash: null, moneyReserved: '5' },
  ],
  [{ portfolio_mc: null }, null],
  [{}, null],
])('%j is the portfolio %j', (fields, portfolio) => {
  expect(decodeAccount({ ...bareAccount, ...fields }).portfolio).toEqual(portfolio)
})

test.each([
  [{ cash: [{ currency_code: 'RUB' }] }, 'cash[0]'],
  [{ cash: undefined }, 'cash'],
  [{ positions: undefined }, 'positions'],
  [{ positions: [{ symbol: '' }] }, 'positions[0].symbol'],
  [{ positions: [{ symbol: 'X@Y', quantity: { value: 'many' } }] }, 'positions[0].quantity.value'],
  [{ equity: { value: 12.5 } }, 'equity.value'],
  [{ equity: '12.5' }, 'equity'],
  [{ open_account_date: 'someday' }, 'open_account_date'],
  [{ account_id: 'B' }, 'account_id'],
])('an account with %j is refused, naming %s', (fields, path) => {
  const decode = () => decodeAccount({ ...bareAccount, ...fields })
  expect(decode).toThrow(expect.objectContaining({ code: 'protocol', message: expect.stringContaining(`${path}: `) }))
  expect(decode).not.toThrow(/many|12\.5|someday/)
})

test('a quote turns the zeros that mean "no value" into null, sizes too', () => {
  expect(decodeExample('quote_latest.json')).toEqual({
    symbol: 'YDEX@MISX',
    at: Date.UTC(2025, 6, 24, 8, 40, 46, 838),
    atText: '2025-07-24T08:40:46.838173Z',
    ask: '4345',
    askSize: '438',
    bid: '4344.5',
    bidSize: '37',
    last: '4344.5',
    lastSize: '5',
    volume: '131667',
    turnover: '575349694',
    open: null,
    high: null,
    low: null,
    close: '4372.5',
    change: '-28',
    openInterest: null,
    option: null,
  })
  const quote = { ask: { value: '0' }, ask_size: { value: '7' }, bid: { value: '0.0' }, bid_size: { value: '0' } }
  const read = table.getQuote.decode({ symbol: 'a@B', quote }, { symbol: 'a@B' })
  expect(read).toMatchObject({ ask: null, askSize: null, bid: null, bidSize: null, last: null, close: null, at: null })
})

test('a quote of another instrument is refused: it would be shown under the wrong name', () => {
  const decode = () => table.getQuote.decode({ symbol: 'B@M', quote: {} }, { symbol: 'A@M' })
  expect(decode).toThrow(expect.objectContaining({ code: 'protocol', message: expect.stringContaining('symbol') }))
})

test('a transaction keeps its time as text, its exact amount, and the newer of its two categories', () => {
  expect(decodeExample('transactions.json')).toEqual({
    received: 2,
    malformed: [],
    isFine: false,
    rows: [
      { id: '2556733362', at: Date.UTC(2025, 6, 25, 20, 59, 59) },
      { id: '2259286250', at: Date.UTC(2025, 1, 28, 11, 9, 8) },
    ],
    content: [
      {
        id: '2556733362',
        at: Date.UTC(2025, 6, 25, 20, 59, 59),
        atText: '2025-07-25T20:59:59Z',
        category: 'COMMISSION',
        name: 'Брокерская комиссия',
        symbol: '',
        change: { currency: 'RUB', amount: '-1.0064' },
        changeQuantity: null,
        trade: null,
      },
      expect.objectContaining({ id: '2259286250', change: { currency: 'RUB', amount: '999' } }),
    ],
  })
})

test('one bad row does not lose its page, and is counted', () => {
  const good = { id: 12, timestamp: '2026-01-01T00:00:00Z', category: 'TAX', trade: { size: { value: '' }, price: {} } }
  const rows = [
    good,
    { ...good, id: 2 ** 60 },
    { ...good, trade: { price: { value: 'private' } } },
    { id: 'x' },
    null,
    good,
  ]
  const page = table.listTransactions.decode({ transactions: rows }, { accountId: 'A', from: 0, to: 1 })
  expect(page.received).toBe(6)
  expect(page.rows).toEqual(Array(2).fill({ id: '12', at: Date.UTC(2026, 0, 1) }))
  expect(unpack(page.content)).toHaveLength(2)
  expect(unpack(page.content)[0]).toMatchObject({
    id: '12',
    category: 'TAX',
    trade: { size: null, price: null, accruedInterest: null },
  })
  expect(page.malformed.map(({ path }) => path)).toEqual([
    'transactions[1].id',
    'transactions[2].trade.price.value',
    'transactions[3].timestamp',
    'transactions[4]',
  ])
  expect(JSON.stringify(page.malformed)).not.toContain('private')
})

test('an absent list is a protocol error, not an empty list', () => {
  for (const json of [{}, { orders: null }, { orders: {} }, [], null, 'orders']) {
    expect(() => table.listOrders.decode(json, { accountId: 'A' })).toThrow(
      expect.objectContaining({ code: 'protocol' }),
    )
  }
  expect(table.listOrders.decode({ orders: [] }, { accountId: 'A' })).toEqual({ rows: [], malformed: [] })
})

test('an order keeps ids beyond 2^53 and names nobody has heard of', () => {
  const sent = {
    order_id: '1984994379300000001',
    status: 'ORDER_STATUS_MOONWALK',
    order: { symbol: '', legs: [{}], new_field: 1 },
  }
  const { rows } = table.listOrders.decode({ orders: [sent] }, { accountId: 'A' })
  expect(rows[0]).toMatchObject({
    id: '1984994379300000001',
    accountId: 'A',
    status: 'ORDER_STATUS_MOONWALK',
    body: { symbol: '', legs: [{ symbol: '', quantity: null, side: '' }], limitPrice: null },
    stopLossTakeProfit: null,
    transactAt: null,
    remainingQuantity: null,
  })
})

test('a full asset is named ticker@mic', () => {
  expect(decodeExample('asset.json')).toMatchObject({
    symbol: 'SBER@MISX',
    decimals: 2,
    minStep: '1',
    lotSize: '10',
    expirationDate: null,
  })
})

test('a flag under two names is unknown where they differ', () => {
  const decode = (fields: object) => table.getTradingParams.decode(fields, { symbol: 'S@M', accountId: 'A' }).isTradable
  expect(decode({ tradeable: true })).toBe(true)
  expect(decode({ is_tradable: false })).toBe(false)
  expect(decode({ tradeable: true, is_tradable: true })).toBe(true)
  expect(decode({ tradeable: true, is_tradable: false })).toBeNull()
  expect(decode({})).toBeNull()
})

test.each([
  [{ next_cursor: '75022' }, '75022'],
  [{ next_cursor: 75022 }, '75022'],
  [{ next_cursor: '' }, null],
  [{ next_cursor: '0' }, null],
  [{ next_cursor: 0 }, null],
  [{}, null],
])('%j goes on at %s', (fields, nextCursor) => {
  expect(table.listAllAssets.decode({ assets: [], ...fields }, {})).toEqual({
    content: pack([]),
    malformed: [],
    nextCursor,
  })
})

test('a page of events goes on while has_next says so, whatever the total', () => {
  const decode = (fields: object) => table.listPastBondEvents.decode({ events: [{}], ...fields }, {})
  expect(decode({ pagination: { total: 0, has_next: true } })).toMatchObject({ hasNext: true, received: 1 })
  expect(decode({ pagination: { total: 99, has_next: false } }).hasNext).toBe(false)
  expect(decode({}).hasNext).toBe(false)
  expect(decode({}).rows[0]).toEqual({
    date: null,
    type: '',
    value: null,
    currency: '',
    coupon: null,
    amortization: null,
    offer: null,
  })
})

test('a quota that is no number, and a reset time that is none, are unknown', () => {
  const quotas = [{ name: 'all', limit: '200', remaining: 'many', reset_time: 'soon' }, { name: 'x' }]
  expect(table.getUsage.decode({ quotas }, {})).toEqual({
    quotas: [
      { name: 'all', limit: 200, remaining: null, resetAt: null },
      { name: 'x', limit: null, remaining: null, resetAt: null },
    ],
  })
})

test('a report has an address only when it is there', () => {
  const decode = (info: object) => table.getReport.decode({ info }, { reportId: '7' })
  expect(decode({ status: 'PENDING', url: '' })).toMatchObject({ id: '7', status: 'PENDING', url: null, beginAt: null })
  expect(
    decode({ status: 'SUCCESS', url: 'https://x.example/r', date_range: { date_begin: '2026-01-01T00:00:00Z' } }),
  ).toMatchObject({
    url: 'https://x.example/r',
    beginAt: Date.UTC(2026, 0, 1),
    endAt: null,
  })
})

test('a token that cannot stand in a header is refused without repeating it', () => {
  for (const token of ['', 'two words', 'line\nbreak', 'ключ', 7]) {
    const decode = (): unknown => table.openSession.decode({ token }, { secret: 's' })
    expect(decode).toThrow(expect.objectContaining({ code: 'protocol', message: expect.stringContaining('token') }))
    expect(decode).not.toThrow(/two words|break|ключ/)
  }
})

test('the words of the service are plain, short and free of what was sent', () => {
  const words = (message: string, sent: string[] = []): string => {
    try {
      return String(refuseFailure({ status: 400, body: Buffer.from(JSON.stringify({ code: 3, message })) }, sent))
    } catch (error) {
      return (error as Error).message
    }
  }
  expect(words('a\u0000b\u001b[31mc\u202Ed\ne')).toBe('The service refuses this: a b [31mc d e')
  expect(words('x'.repeat(5000)).length).toBeLessThan(400)
  expect(words('bad token abc-123 here', ['abc-123'])).toBe('The service refuses this: bad token … here')
  expect(words('{"message":"{not json"}')).toBe('The service refuses this: {not json')
  expect(words('\f')).toBe('The service refuses this (400)')
})
