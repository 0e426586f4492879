import { expect, test } from 'vitest'
import type { HandlerContext, OpenProfile } from '#main/api/context.ts'
import { createCoverageHandlers } from '#main/api/handlers/transactions.ts'
import { createCache } from '#main/cache/cache.ts'
import { requests } from '#shared/contract/contract.ts'
import { FakeClock } from '../../../fakes/clock.ts'
import { emptyAccount } from '../../../fakes/empty-figures.ts'
import { openTestCache } from '../../cache/open-cache.ts'

const accountId = '1900001'
const dayMs = 86_400_000

function startWithHistory() {
  const clock = new FakeClock()
  const cache = createCache(openTestCache())
  cache.accounts.replaceAccount({ ...emptyAccount, id: accountId }, clock.now())
  const handlers = createCoverageHandlers({
    clock,
    current: () => ({ cache }) as unknown as OpenProfile,
  } as unknown as HandlerContext)
  const read = async () => requests['transactions.coverage'].result.parse(await handlers['transactions.coverage']())
  return { clock, cache, read }
}

test('nothing is covered before the first reading', async () => {
  const { read } = startWithHistory()
  expect(await read()).toEqual([
    { accountId, covered: [], gaps: [], beginsAt: null, unreadable: [], missing: null, isComplete: false },
  ])
})

test('a history that is loaded from its beginning until recently is complete, and the time before its beginning does not count', async () => {
  const { read, cache, clock } = startWithHistory()
  const now = clock.now()
  const beginsAt = now - 900 * dayMs
  cache.coverage.cover(accountId, 0, now)
  expect(await read()).toMatchObject([{ covered: [{ from: 0, to: now }], isComplete: false }])
  cache.history.putBeginning(accountId, beginsAt)
  expect(await read()).toMatchObject([{ covered: [{ from: beginsAt, to: now }], beginsAt, isComplete: true }])
  await clock.advance(2 * 3_600_000)
  expect(await read()).toMatchObject([{ isComplete: false }])
})

test('a history with a gap is not complete, and the gap is listed', async () => {
  const { read, cache, clock } = startWithHistory()
  const now = clock.now()
  cache.history.putBeginning(accountId, 1_000)
  cache.coverage.cover(accountId, 0, 5_000)
  cache.coverage.cover(accountId, 6_000, now)
  cache.history.putGap(accountId, { from: 5_000, to: 6_000, received: 100, readAt: now })
  expect(await read()).toEqual([
    {
      accountId,
      covered: [
        { from: 1_000, to: 5_000 },
        { from: 6_000, to: now },
      ],
      gaps: [{ from: 5_000, to: 6_000 }],
      beginsAt: 1_000,
      unreadable: [],
      missing: null,
      isComplete: false,
    },
  ])
})
