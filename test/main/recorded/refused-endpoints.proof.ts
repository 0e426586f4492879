import { beforeAll, test } from 'vitest'
import { expectOnlyMissing, readScreens, type Screens } from './refused-screens.ts'

let whole: Screens
beforeAll(async () => {
  whole = await readScreens(null, 0)
}, 180_000)

/** The endpoints, and the screens that may miss what they answer. */
test.for<[endpoint: string, status: number, missing: readonly string[]]>([
  ['GET /v1/assets/{symbol}', 503, ['accounts', 'positions', 'whole', 'overview', 'income', 'bonds', 'orders']],
  ['GET /v1/assets/{symbol}/params', 503, []],
  ['GET /v1/assets/{symbol}/schedule', 403, []],
  ['GET /v1/bonds/past', 503, ['income', 'lots', 'bonds']],
  ['GET /v1/past-dividends', 403, ['income']],
  ['GET /v1/splits/future', 503, ['income']],
  ['GET /v1/instruments/{symbol}/quotes/latest', 403, ['whole', 'overview', 'orders']],
  ['GET /v1/assets/all', 503, ['income', 'orders']],
  ['GET /v1/accounts/{account_id}/orders', 403, ['overview', 'orders']],
  ['GET /v1/usage', 503, []],
])('where the service fails at %s with %i, the other screens are right', async ([endpoint, status, missing]) => {
  expectOnlyMissing(await readScreens(endpoint, status), whole, missing)
})
