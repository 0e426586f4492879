import { beforeAll, test } from 'vitest'
import { expectOnlyMissing, readScreens, type Screens } from './refused-screens.ts'

let whole: Screens
beforeAll(async () => {
  whole = await readScreens(null, 0)
}, 180_000)

// Each of the other endpoints is in `refused-endpoints.proof.ts`.
test('where reference data fail, only what depends on them is unknown', async () => {
  const missing = ['accounts', 'positions', 'whole', 'overview', 'income', 'bonds', 'orders']
  expectOnlyMissing(await readScreens('GET /v1/assets/{symbol}', 503), whole, missing)
}, 180_000)
