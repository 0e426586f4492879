import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countMarkets, knownSessions, lastClose, marketState } from '#main/insight/market/market-state.ts'

const session = (type: string, startAt: number, endAt: number) => ({ type, startAt, endAt })
const day = [
  session('CLOSED', 0, 100),
  session('EARLY_TRADING', 110, 200),
  session('CORE_TRADING', 200, 300),
  session('CLOSED', 300, 400),
]

test.each([
  [0, { state: 'closed', changesAt: 110 }],
  [99, { state: 'closed', changesAt: 110 }],
  [105, { state: 'closed', changesAt: 110 }],
  [110, { state: 'open', changesAt: 300 }],
  [199, { state: 'open', changesAt: 300 }],
  [200, { state: 'open', changesAt: 300 }],
  [299, { state: 'open', changesAt: 300 }],
  [300, { state: 'closed', changesAt: null }],
  [399, { state: 'closed', changesAt: null }],
  [400, { state: 'unknown', changesAt: null }],
  [-1, { state: 'unknown', changesAt: null }],
])('at %d the state follows the schedule: a session includes its start and excludes its end', (now, state) => {
  expect(marketState(day, now)).toEqual(state)
})

test.each(['', 'SESSION_TYPE_'])(
  'during the closing auction the market is open until the auction ends, with the prefix "%s"',
  (prefix) => {
    const sessions = [
      session(`${prefix}CORE_TRADING`, 100, 200),
      session(`${prefix}CLOSING_AUCTION`, 200, 210),
      session(`${prefix}CLOSED`, 210, 400),
    ]
    expect(marketState(sessions, 150)).toEqual({ state: 'open', changesAt: 210 })
    expect(marketState(sessions, 205)).toEqual({ state: 'open', changesAt: 210 })
    expect(marketState(sessions, 210)).toEqual({ state: 'closed', changesAt: null })
    expect(lastClose(sessions, 300)).toBe(210)
  },
)

test('the state is unknown without a schedule, or if all sessions are empty', () => {
  for (const sessions of [null, [], [session('CORE_TRADING', 10, 10)], [session('CORE_TRADING', 20, 0)]]) {
    expect(marketState(sessions, 10)).toEqual({ state: 'unknown', changesAt: null })
    expect(lastClose(sessions, 10)).toBeNull()
  }
})

test('the order of the sessions does not matter', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray(day, { minLength: 4 }), fc.integer({ min: -5, max: 405 }), (shuffled, now) => {
      expect(marketState(shuffled, now)).toEqual(marketState(day, now))
      expect(lastClose(shuffled, now)).toBe(lastClose(day, now))
    }),
  )
})

test('overlapping sessions count as one interval, and trading overrides CLOSED', () => {
  const overlapping = [
    session('CLOSED', 0, 500),
    session('CORE_TRADING', 100, 250),
    session('LATE_TRADING', 200, 300),
    session('CLEARING', 120, 130),
  ]
  expect(marketState(overlapping, 125)).toEqual({ state: 'open', changesAt: 300 })
  expect(marketState(overlapping, 50)).toEqual({ state: 'closed', changesAt: 100 })
})

test('a session of an unknown type opens the market', () => {
  expect(marketState([session('NIGHT_TRADING', 0, 10)], 5).state).toBe('open')
})

test('the last close is the latest end of trading if the market is closed', () => {
  expect(lastClose(day, 350)).toBe(300)
  expect(lastClose(day, 300)).toBe(300)
  expect(lastClose(day, 250)).toBeNull()
  expect(lastClose(day, 50)).toBeNull()
  expect(lastClose([...day, session('CORE_TRADING', 900, 340)], 350)).toBe(300)
})

test('for all schedules, the next change is in the future and the state holds until then', () => {
  const anySession = fc
    .tuple(fc.constantFrom('CLOSED', 'CORE_TRADING', 'CLEARING'), fc.nat(60), fc.nat(60))
    .map(([type, a, b]) => session(type, a, b))
  fc.assert(
    fc.property(fc.array(anySession, { maxLength: 8 }), fc.nat(60), (sessions, now) => {
      const { state, changesAt } = marketState(sessions, now)
      const trades = (at: number): boolean =>
        sessions.some((s) => s.type !== 'CLOSED' && s.startAt <= at && at < s.endAt)
      expect(state === 'open').toBe(trades(now))
      if (changesAt === null) return
      expect(changesAt).toBeGreaterThan(now)
      expect(trades(changesAt)).toBe(state === 'closed')
      for (let at = now; at < changesAt; at++) expect(trades(at)).toBe(state === 'open')
    }),
  )
})

test('if a schedule is read after its last session, the market is closed until a session may start on the next day', () => {
  const dayMs = 86_400_000
  const sessions = [session('CLOSED', 0, 100), session('CORE_TRADING', 110, 300)]
  const readAt = (fetchedAt: number) => knownSessions({ sessions, fetchedAt })
  expect(marketState(readAt(200), 310)).toEqual({ state: 'unknown', changesAt: null })
  expect(marketState(readAt(300), 310)).toEqual({ state: 'closed', changesAt: null })
  expect(lastClose(readAt(300), 310)).toBe(300)
  expect(marketState(readAt(300), 110 + dayMs - 1).state).toBe('closed')
  expect(marketState(readAt(300), 110 + dayMs).state).toBe('unknown')
  for (const empty of [[], [session('CLOSED', 0, 100)]])
    expect(knownSessions({ sessions: empty, fetchedAt: 500 })).toEqual(empty)
})

test('markets are counted by state, with the next opening of a closed market', () => {
  expect(
    countMarkets([
      { state: 'open', changesAt: 10 },
      { state: 'closed', changesAt: 500 },
      { state: 'closed', changesAt: 300 },
      { state: 'closed', changesAt: null },
      { state: 'unknown', changesAt: null },
    ]),
  ).toEqual({ open: 1, closed: 3, unknown: 1, nextOpenAt: 300 })
  const nothing = { open: 0, closed: 0, unknown: 0, nextOpenAt: null }
  expect(countMarkets([])).toEqual(nothing)
  // The time at which an open market closes is not an opening.
  expect(countMarkets([{ state: 'open', changesAt: 10 }])).toEqual({ ...nothing, open: 1 })
})
