import { afterEach, expect, test } from 'vitest'
import type { ScreenName } from '#renderer/navigation/screens.ts'
import ServiceProblems from '#renderer/shell/ServiceProblems.svelte'
import type { ServiceProblem } from '#shared/model/app/service.ts'
import { fixtureNow } from '../fixtures/fixture-now.ts'
import { mountInApp, type Mounted } from '../fixtures/page/mount.ts'
import { fixtureTransport } from '../fixtures/transport.ts'

let page: Mounted
afterEach(() => page.end())

const reason = 'Invalid arguments:account_id'
const problem = (endpoint: string, count = 3): ServiceProblem => ({
  ...{ endpoint, since: fixtureNow - 60_000, count },
  cause: { code: 'refused', status: 400, reason, fields: [] },
})

async function open(screen: ScreenName, ...problems: ServiceProblem[]): Promise<string> {
  page = await mountInApp(ServiceProblems, { screen }, fixtureTransport({ 'service.problems': () => problems }))
  return page.text()
}

test('one line says what a screen misses, for how many instruments, since when and why', async () => {
  const text = await open('positions', problem('getAsset'))
  expect(text).toMatch(
    /^Reference data \(3 instruments\): missing since .*\d\d:\d\d.*\. The service refuses the request: “Invalid arguments:account_id”\.$/,
  )
})

test.each([
  ['overview', 'getAccount'],
  ['positions', 'getQuote'],
  ['income', 'listPastBondEvents'],
  ['income', 'listPastDividends'],
  ['performance', 'listTransactions'],
  ['day', 'getAsset'],
  ['reconciliation', 'listTransactions'],
  ['orders', 'listOrders'],
  ['margin', 'getTradingParams'],
  ['watchlists', 'getQuote'],
  ['transactions', 'listTransactions'],
] as const)('the screen %s says that the data of %s is missing', async (screen, endpoint) => {
  expect(await open(screen, problem(endpoint))).toContain(reason)
})

test.each([
  ['orders', 'getAsset'],
  ['watchlists', 'listOrders'],
  ['settings', 'getAccount'],
] as const)('the screen %s does not need the data of %s, and says nothing', async (screen, endpoint) => {
  expect(await open(screen, problem(endpoint))).toBe('')
})

test('data of which fields cannot be read is incomplete, with the fields', async () => {
  const cause = { code: 'incomplete', status: null, reason: '', fields: ['events[*].currency'] } as const
  const text = await open('income', {
    ...problem('listPastBondEvents', 1),
    cause: { ...cause, fields: [...cause.fields] },
  })
  expect(text).toContain('Bond events (1 instrument): incomplete since')
  expect(text).toContain('These fields cannot be read: events[*].currency.')
})
