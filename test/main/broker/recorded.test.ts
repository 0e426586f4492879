import { expect, onTestFinished, test } from 'vitest'
import type { Broker } from '#main/broker/broker.ts'
import { createBudget } from '#main/broker/budget/budget.ts'
import { createBroker } from '#main/broker/client.ts'
import { table, type EndpointName } from '#main/broker/endpoints.ts'
import {
  answersOf,
  findAnswer,
  readRecorded,
  recordedNames,
  type RecordedAnswer,
} from '../../fakes/recorded/recorded-answers.ts'
import { RecordedService } from '../../fakes/recorded/recorded-service.ts'
import { decodeAs, outputSchemas } from './decode-response.ts'
import { failureOf, fastClock } from './loopback.ts'

const accountId = '1900001'
/** Paths without a variable part come first: `/v1/assets/all` names no instrument. */
const endpoints = Object.entries(table)
  .map(([name, { method, path }]) => ({
    ...{ name: name as EndpointName, method, path },
    pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '([^/]+)')}$`),
  }))
  .toSorted((a, b) => Number(a.path.includes('{')) - Number(b.path.includes('{')))

function endpointOf({ request: { method, path } }: RecordedAnswer): { name: EndpointName; part: string } {
  for (const { name, method: ofEndpoint, pattern } of endpoints) {
    const found = method === ofEndpoint ? pattern.exec(path) : null
    if (found !== null) return { name, part: found[1] ?? '' }
  }
  throw new Error(`No endpoint for ${method} ${path}`)
}

/** Decodes an answer as that of its endpoint; throws if the result is not our model. */
function decodeAnswer(answer: RecordedAnswer): any {
  const { name, part } = endpointOf(answer)
  const output = decodeAs(name, answer.body, { symbol: answer.request.query['symbol'] ?? part, accountId })
  return outputSchemas[name].parse(output)
}

/** Whether this is no refusal, and not the answer to a request for events without a limit, which has no list. */
const hasContent = ({ status, request: { path, query } }: RecordedAnswer): boolean =>
  status === 200 && (path !== '/v1/bonds/past' || 'limit' in query)

const decodeFile = (name: string): readonly any[] => answersOf(readRecorded(name)).filter(hasContent).map(decodeAnswer)

const everyAnswer = recordedNames.flatMap((name) =>
  answersOf(readRecorded(name)).map((answer, index) => ({ name: `${name} ${index + 1}`, answer })),
)

test.each(everyAnswer.filter(({ answer }) => hasContent(answer)))('$name is decoded whole', ({ answer }) => {
  const { malformed = [] } = decodeAnswer(answer)
  expect(malformed).toEqual([])
})

test('a position without a market keeps the name that the service gives it', () => {
  const [account] = decodeFile('account.position_without_mic')
  expect(account).toMatchObject({ type: 'UNION', status: 'ACCOUNT_ACTIVE', equity: '5310' })
  const positions = account.positions.map(({ symbol, quantity, averagePrice, currentPrice }: any) => [
    ...[symbol, quantity, averagePrice, currentPrice],
  ])
  expect(positions).toEqual([
    ['ABCD', '3', '770', '0'],
    ['RU000A10ZZ99', '0', '0', '0'],
  ])
  expect(account.cash).toEqual([{ currency: 'RUB', amount: '3000' }])
})

test('a bond without a maturity has its face value and the currency of its quote', () => {
  expect(decodeFile('asset.bond_percent_currency')).toMatchObject([
    { symbol: 'SU29999RMFS9@MISX', quoteCurrency: 'RUB', faceValue: '1000', minStep: '1', decimals: 4 },
  ])
  expect(decodeFile('asset.bond_percent_currency')[0].expirationDate).toBeNull()
})

test('a future is quoted in dollars, and its margins are in roubles', () => {
  const margin = { currency: 'RUB', amount: '22111.3' }
  expect(decodeFile('asset.future_dollar_quoted')).toMatchObject([
    { symbol: 'RIZ9@RTSX', quoteCurrency: 'USD', contractSize: '1', lotSize: '1', minStep: '10' },
    { isTradable: true, longRiskRate: '31.2', longInitialMargin: margin, shortInitialMargin: margin },
  ])
})

test('an option has its strike, and an archived future a price step of 0', () => {
  expect(decodeFile('asset.option_expiry_in_details')).toMatchObject([
    { symbol: 'AB250CL9A@RTSX', type: 'OPTIONS', strike: '250', contractSize: '1' },
  ])
  expect(decodeFile('asset_params.archived_refused')).toMatchObject([
    { symbol: 'SiZ1@RTSX', minStep: '0', contractSize: '1000', lotSize: '1' },
  ])
})

test('events of a bond keep their dates, values and details', () => {
  const [year, since2023] = decodeFile('bond_events.window_of_a_year')
  expect([year.received, since2023.received]).toEqual([2, 8])
  expect([year.hasNext, since2023.hasNext]).toEqual([false, false])
  expect(year.rows[0]).toMatchObject({
    ...{ date: '2026-02-11', type: 'COUPON', value: '31.16' },
    coupon: { recordDate: '2026-02-10', startDate: '2022-08-11', faceValue: '1000', valuePercent: '6.25' },
  })
  const [{ rows }] = decodeFile('bond_events.new_face_value_of_today')
  expect(rows.map(({ date, value, amortization }: any) => [date, value, amortization.newFaceValue])).toEqual([
    ['2025-04-10', '50', '740'],
    ['2025-10-09', '60', '740'],
    ['2026-04-09', '70', '740'],
    ['2026-10-08', '80', '740'],
  ])
  expect(rows[0].amortization).toMatchObject({ initialFaceValue: '1000', percent: '5' })
})

test('an answer without a list of events cannot be read: a missing list is no empty list', () => {
  const noLimit = everyAnswer.filter(({ answer }) => answer.status === 200 && !hasContent(answer))
  expect(noLimit).toHaveLength(1)
  for (const { answer } of noLimit) expect(() => decodeAnswer(answer)).toThrow('events: not a list')
})

test('a closing auction is a session like any other', () => {
  expect(decodeFile('schedule.closing_auction')[0].sessions.map(({ type }: any) => type)).toEqual([
    ...['CORE_TRADING', 'CLOSING_AUCTION'],
  ])
})

test('times keep nine digits of a second', () => {
  const [{ content, isFine }] = decodeFile('transactions.loan_income')
  expect(isFine).toBe(true)
  expect(content).toMatchObject([
    {
      ...{ id: '70001', category: 'INCOME', name: 'Доход по предоставлениям займа', symbol: 'AAAA@MISX' },
      ...{ atText: '2026-10-05T06:00:00.123456789Z', change: { currency: 'RUB', amount: '3.21' } },
    },
    { id: '70002', category: 'OTHERS', name: 'Займ ЦБ', change: { currency: 'RUB', amount: '0' } },
  ])
})

/** A client of a service that replays these files. */
async function replay(...names: readonly string[]): Promise<{ broker: Broker; service: RecordedService }> {
  const service = await RecordedService.start(...names)
  const broker = createBroker({
    ...{ baseUrl: new URL(service.baseUrl), readSecret: async () => service.secret, random: () => 0.01 },
    ...{ budget: createBudget({ clock: fastClock }), clock: fastClock, limits: { responseTimeoutMs: 10_000_000 } },
  })
  onTestFinished(async () => {
    await broker.close()
    await service.close()
  })
  return { broker, service }
}

test.each([
  ['asset.needs_account_id', 'getAsset', { symbol: 'AAAA@MISX' }, 'Invalid arguments:account_id'],
  ['asset_params.archived_refused', 'getTradingParams', { symbol: 'SiZ1@RTSX', accountId }, 'Security is archived'],
] as const)('the refusal %s has the reason of the service', async (name, endpoint, input, reason) => {
  const { broker } = await replay(name)
  const error = await failureOf(broker.call(endpoint, input, { purpose: 'user' }))
  expect(error).toMatchObject({ name: 'AppError', message: expect.stringContaining(reason) })
})

test('a fault that comes as plain text is a fault of the service', async () => {
  const { broker } = await replay('assets.transcoder_500')
  const error = await failureOf(broker.call('listTradableAssets', {}, { purpose: 'user' }))
  expect(error).toMatchObject({ name: 'AppError', code: 'unavailable', message: expect.stringContaining('500') })
})

test('the replay answers each recorded request with its own answer', async () => {
  for (const name of recordedNames) {
    const answers = answersOf(readRecorded(name))
    for (const answer of answers) expect(findAnswer(answers, answer.request)).toBe(answer)
  }
})

test('the replay answers a request that has more parameters than the recorded one, unless that was a refusal', async () => {
  const { broker, service } = await replay('schedule.closing_auction', 'asset.needs_account_id')
  const user = { purpose: 'user' } as const
  expect((await broker.call('getSchedule', { symbol: 'AAAA@MISX' }, user)).sessions).toHaveLength(2)
  const unknown = await failureOf(broker.call('getAsset', { symbol: 'AAAA@MISX', accountId }, user))
  expect(unknown).toMatchObject({ code: 'not-found' })
  service.add({
    request: { method: 'GET', path: '/v1/assets/AAAA@MISX', query: { account_id: accountId } },
    ...{ status: 200, body: { ticker: 'AAAA', mic: 'MISX' } },
  })
  expect(await broker.call('getAsset', { symbol: 'AAAA@MISX', accountId }, user)).toMatchObject({ symbol: 'AAAA@MISX' })
  expect(service.requests.at(-1)).toMatchObject({ query: { account_id: accountId } })
})

test('the replay has empty answers for the rest of a whole profile', async () => {
  const { broker } = await replay()
  const user = { purpose: 'user' } as const
  expect((await broker.renewSession(user)).accountIds).toEqual([accountId])
  expect((await broker.call('getAccount', { accountId }, user)).positions).toEqual([])
  expect((await broker.call('listOrders', { accountId }, user)).rows).toEqual([])
  expect((await broker.call('listTransactions', { accountId, from: 0, to: 1 }, user)).received).toBe(0)
  expect((await broker.call('listPastBondEvents', { symbol: 'S@M' }, user)).rows).toEqual([])
  expect((await broker.call('listAllAssets', {}, user)).nextCursor).toBeNull()
  expect((await broker.call('getUsage', {}, user)).quotas).toEqual([])
})
