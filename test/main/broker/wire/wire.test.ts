import { expect, test } from 'vitest'
import { table } from '#main/broker/endpoints.ts'
import { throwFailure } from '#main/broker/http-failure.ts'
import { observe } from '#main/broker/wire/observed.ts'
import { unpack } from '#main/threads/packed-rows.ts'
import { AppError } from '#shared/errors.ts'
import { decodeExample, endpointOf } from '../decode-response.ts'
import { exampleNames, readExampleText } from '../examples.ts'

test.each(exampleNames.filter((name) => !name.startsWith('error.')))('%s decodes without malformed rows', (name) => {
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
  ['error.429.json', 'rate-limited', 'The service received too many requests'],
])('%s becomes an error with the code %s', (name, code, message) => {
  const status = Number(/\d{3}/.exec(name)?.[0])
  const read = () => throwFailure({ status, body: Buffer.from(readExampleText(name)) }, [])
  expect(read).toThrow(AppError)
  expect(read).toThrow(expect.objectContaining({ code, message }))
})

test('the table above contains every error example', () => {
  expect(exampleNames.filter((name) => name.startsWith('error.'))).toHaveLength(8)
})

test('malformed rows are counted, and the other rows of the page are kept', () => {
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
  expect(page.rows).toEqual(Array(3).fill({ id: '12', at: Date.UTC(2026, 0, 1) }))
  expect(unpack(page.content).map(({ unreadable }) => unreadable)).toEqual([undefined, ['price'], undefined])
  expect(unpack(page.content)[0]).toMatchObject({
    id: '12',
    category: 'TAX',
    trade: { size: null, price: null, accruedInterest: null },
  })
  expect(page.malformed.map(({ path }) => path)).toEqual([
    'transactions[1].id',
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

test('a list of events continues while has_next is true, independent of the total', () => {
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

test('an unreadable quota or reset time is unknown', () => {
  const quotas = [{ name: 'all', limit: '200', remaining: 'many', reset_time: 'soon' }, { name: 'x' }]
  expect(table.getUsage.decode({ quotas }, {})).toEqual({
    quotas: [
      { name: 'all', limit: 200, remaining: null, resetAt: null },
      { name: 'x', limit: null, remaining: null, resetAt: null },
    ],
  })
})

test('a report has a URL only if the service states one', () => {
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

test('a token that is not valid in a header is rejected, and the error does not contain it', () => {
  for (const token of ['', 'two words', 'line\nbreak', 'ключ', 7]) {
    const decode = (): unknown => table.openSession.decode({ token }, { secret: 's' })
    expect(decode).toThrow(expect.objectContaining({ code: 'protocol', message: expect.stringContaining('token') }))
    expect(decode).not.toThrow(/two words|break|ключ/)
  }
})

test('the error text of the service is cleaned and shortened, and the sent values are removed', () => {
  const textOf = (message: string, sent: string[] = []): string => {
    try {
      return String(throwFailure({ status: 400, body: Buffer.from(JSON.stringify({ code: 3, message })) }, sent))
    } catch (error) {
      return (error as Error).message
    }
  }
  expect(textOf('a\u0000b\u001b[31mc\u202Ed\ne')).toBe('The service refuses this: a b [31mcd e')
  expect(textOf('x'.repeat(5000)).length).toBeLessThan(400)
  expect(textOf('bad token abc-123 here', ['abc-123'])).toBe('The service refuses this: bad token … here')
  expect(textOf('{"message":"{not json"}')).toBe('The service refuses this: {not json')
  expect(textOf('\f')).toBe('The service refuses this (400)')
})

test('a trade with only zeros is no trade; a trade with a size or a price is kept', () => {
  const row = { id: 12, timestamp: '2026-01-01T00:00:00Z', category: 'OTHERS' }
  const trades = [
    { size: { value: '0E-8' }, price: { value: '0.0' }, accrued_interest: { value: '0' } },
    { size: { value: '5.0' }, price: { value: '0.0' }, accrued_interest: { value: '0' } },
  ].map((trade) => ({ ...row, trade }))
  const page = table.listTransactions.decode({ transactions: trades }, { accountId: 'A', from: 0, to: 1 })
  expect(unpack(page.content).map(({ trade }) => trade?.size ?? null)).toEqual([null, '5'])
})

test('a face value that is not positive is noted and unknown', () => {
  for (const value of ['0.0', '-1000']) {
    const bond_details = { bond_face_value: { value }, currency: '%' }
    const asset = { ticker: 'A', mic: 'M', type: 'BONDS', quote_currency: 'RUB', bond_details }
    const events = [
      { type: 'COUPON', coupon_details: { face_value: { value } } },
      { type: 'AMORTIZATION', amortization_details: { initial_face_value: { value } } },
    ]
    const unreadable: string[] = []
    const noted = <T>(work: () => T) => observe(work, (seen) => void unreadable.push(...seen.unreadable))
    expect(noted(() => table.getAsset.decode(asset, { symbol: 'A@M' })).faceValue).toBeNull()
    const [coupon, repayment] = noted(() => table.listPastBondEvents.decode({ events }, {})).rows
    expect([coupon?.coupon?.faceValue, repayment?.amortization?.initialFaceValue]).toEqual([null, null])
    // The face value of a coupon can be today's, which is 0 after the redemption.
    expect(unreadable).toEqual([
      'bond_details.bond_face_value',
      ...(value === '0.0' ? [] : ['events[*].coupon_details.face_value']),
      'events[*].amortization_details.initial_face_value',
    ])
  }
})

test('the expiry of a contract is that of its details, else the date above them', () => {
  const decode = (future_details: object) => {
    const expiration_date = { year: 2029, month: 12 }
    const asset = { ticker: 'F', mic: 'M', type: 'FUTURES', expiration_date, future_details }
    return table.getAsset.decode(asset, { symbol: 'F@M' }).expirationDate
  }
  expect(decode({ expiration_date: '2029-12-19T21:00:00Z' })).toBe('2029-12-20')
  expect(decode({})).toBe('2029-12')
  expect(decode({ expiration_date: '2150-01-01T00:00:00Z' })).toBe('2029-12')
  expect(decode({ expiration_date: 'soon' })).toBe('2029-12')
})

test('an event keeps what can be read of it', () => {
  const event = {
    date: { year: 2026, month: 2, day: 11 },
    ...{ type: 'COUPON', value: { value: '31.16' }, currency: 'RUB' },
    coupon_details: { record_date: { year: 2026, month: 13, day: 1 }, value_percent: { value: 'six' } },
  }
  const { rows, malformed } = table.listPastBondEvents.decode({ events: [event] }, { symbol: 'S@M' })
  expect(malformed).toEqual([])
  expect(rows).toMatchObject([{ value: '31.16', coupon: { recordDate: null, valuePercent: null } }])
})
