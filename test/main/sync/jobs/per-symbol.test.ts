import { expect, test } from 'vitest'
import { createCorporateEventsJob, createReferenceJob } from '../../../../src/main/sync/jobs/reference.ts'
import { createSchedulesJob } from '../../../../src/main/sync/jobs/schedules.ts'
import { isQuiet } from '../../../../src/main/sync/quiet-hours.ts'
import type { Job } from '../../../../src/main/sync/scheduler/job.ts'
import { AppError, type ErrorCode } from '../../../../src/shared/errors.ts'
import { d, makeAccount, makeDetails, makePosition } from '../../insight/make.ts'
import { runOf, startSync } from '../harness.ts'

const symbols = Array.from({ length: 20 }, (_, i) => `S${String(i).padStart(2, '0')}@XXXX`)

function start() {
  const sync = startSync()
  const failing = new Map<string, ErrorCode>()
  const check = (symbol: string | undefined): void => {
    const code = failing.get(symbol ?? '')
    if (code !== undefined) throw new AppError(code, `${symbol} is ${code}`)
  }
  sync.broker.responses = {
    getAsset: ({ symbol }) => (check(symbol), makeDetails({ symbol })),
    getSchedule: ({ symbol }) => (check(symbol), { symbol, sessions: [], malformed: [] }),
    listPastDividends: ({ symbol }) => (check(symbol), { rows: [], malformed: [], received: 0, hasNext: false }),
    listFutureSplits: ({ symbol }) => (check(symbol), { rows: [], malformed: [], received: 0, hasNext: false }),
  }
  const positions = symbols.map((symbol) => makePosition({ symbol }))
  sync.cache.accounts.replaceAccount(makeAccount({ positions }), sync.clock.now())
  /** Runs a job repeatedly, whether its runs fail or not, a limited number of times. Returns the error codes. */
  const runAll = async (job: Job, times: number): Promise<string[]> => {
    const codes: string[] = []
    for (let i = 0; i < times; i++) {
      await job.run(runOf()).catch((error: unknown) => codes.push(error instanceof AppError ? error.code : 'fault'))
      await sync.clock.advance(job.nextDelayMs() ?? 0)
    }
    return codes
  }
  const known = (): string[] => sync.cache.instrumentDetails.getMany(symbols).map(({ details }) => details.symbol)
  return { ...sync, failing, runAll, known }
}

test('every instrument held is read in batches, once', async () => {
  const { context, broker, runAll, known } = start()
  const job = createReferenceJob(context)
  expect(await runAll(job, 5)).toEqual([])
  expect(known()).toHaveLength(20)
  expect(broker.count('getAsset')).toBe(20)
})

test('while the first list of all instruments is read, a rate that it brings is read within a second', async () => {
  const { context, cache, clock, runAll } = start()
  const job = createReferenceJob(context)
  await runAll(job, 5)
  expect(job.nextDelayMs()).toBe(1_000)
  cache.instruments.walk.begin(clock.now())
  await cache.instruments.endWalk(clock.now(), true)
  expect(job.nextDelayMs()).toBe(60_000)
})

test('a window that opens does not wait for a batch that was begun without it', async () => {
  const { context, broker, attention } = start()
  const job = createReferenceJob(context)
  expect(job.lacksShown()).toBe(false)
  broker.responses.getAsset = ({ symbol }) => {
    attention.set('view', [], true)
    return makeDetails({ symbol })
  }
  await job.run(runOf())
  expect(broker.calls.map(({ purpose }) => purpose)).toEqual(['background'])
  expect(job.lacksShown()).toBe(true)
  await job.run(runOf())
  expect(broker.calls.slice(1).map(({ purpose }) => purpose)).toEqual(Array(8).fill('person'))
})

test('missing reference data of held instruments is read before the flow while a window is visible', async () => {
  const { context, broker, attention, cache, clock, runAll } = start()
  attention.set('view', ['S07@XXXX'], true)
  cache.instrumentDetails.put(makeDetails({ symbol: 'S03@XXXX' }), clock.now() - 8 * 24 * 3_600_000)
  await runAll(createReferenceJob(context), 3)
  expect(broker.calls[0]).toEqual({ name: 'getAsset', input: { symbol: 'S07@XXXX' }, purpose: 'person' })
  const renewed = broker.calls.find(({ input }) => (input as { symbol: string }).symbol === 'S03@XXXX')
  expect(renewed?.purpose).toBe('background')
})

test('what is held and the rates are read before the flow and the rest of the watchlists', async () => {
  const { context, broker, attention, cache, journal, clock, runAll } = start()
  const base = { id: '1', mic: 'FX', isin: '', type: 'CURRENCIES', isArchived: false }
  await cache.instruments.upsertAll([{ ...base, symbol: 'USDRUB@FX', ticker: 'USDRUB', name: 'USDRUB' }])
  cache.accounts.replaceAccount(
    makeAccount({
      cash: [
        { currency: 'RUB', amount: d('5') },
        { currency: 'USD', amount: d('5') },
      ],
      positions: ['A@X', 'B@X'].map((symbol) => makePosition({ symbol })),
    }),
    clock.now(),
  )
  journal.settings.setAll({ baseCurrency: 'RUB' })
  const list = journal.watchlists.create('Mine')
  // Not in the list of all instruments, and on screen.
  const watched = Array.from({ length: 9 }, (_, index) => `W${index}@X`)
  for (const symbol of watched) journal.watchlists.addSymbol(list.id, symbol)
  attention.set('view', watched, true)
  await runAll(createReferenceJob(context), 3)
  const read = broker.calls.map(({ input, purpose }) => [(input as { symbol: string }).symbol, purpose])
  expect(new Map(read.slice(0, 3) as [string, string][])).toEqual(
    new Map([
      ['USDRUB@FX', 'person'],
      ['A@X', 'person'],
      ['B@X', 'person'],
    ]),
  )
  expect(new Set(read.slice(3).map(([, purpose]) => purpose))).toEqual(new Set(['background']))
})

test('missing reference data leaves half of the minute for clicks and prices', async () => {
  const { context, broker, attention, cache, clock } = start()
  const many = Array.from({ length: 30 }, (_, i) => makePosition({ symbol: `M${i}@XXXX` }))
  cache.accounts.replaceAccount(makeAccount({ id: 'B', positions: many }), clock.now())
  attention.set('view', [], true)
  let used = 90
  const job = createReferenceJob({ ...context, readBudget: () => ({ ...context.readBudget(), limit: 200, used }) })
  broker.responses.getAsset = ({ symbol }) => ((used += 1), makeDetails({ symbol }))
  for (let run = 0; run < 3; run++) {
    await job.run(runOf())
    await clock.advance(job.nextDelayMs() ?? 0)
  }
  const purposes = broker.calls.map(({ purpose }) => purpose)
  expect(purposes.slice(0, 10)).toEqual(Array(10).fill('person'))
  expect(new Set(purposes.slice(-8))).toEqual(new Set(['visible']))
})

test('without a visible window reference data is bulk work', async () => {
  const { context, broker } = start()
  await createReferenceJob(context).run(runOf())
  expect(new Set(broker.calls.map(({ purpose }) => purpose))).toEqual(new Set(['background']))
})

test('the options of a chain on screen share one schedule per market', async () => {
  const { context, broker, attention, clock, runAll } = start()
  const options = Array.from({ length: 80 }, (_, i) => `O${i}@${i % 2 ? 'OPRA' : 'RTSX'}`)
  broker.responses.getSchedule = () => ({
    sessions: [{ type: 'CORE_TRADING', startAt: clock.now() - 3_600_000, endAt: clock.now() + 3_600_000 }],
  })
  for (const job of [createReferenceJob(context), createSchedulesJob(context)]) {
    attention.set('chain', options, true)
    await runAll(job, 4)
  }
  attention.set('chain', options, true)
  const requested = broker.calls.map(({ input }) => (input as { symbol: string }).symbol)
  expect(requested.filter((symbol) => symbol.startsWith('O'))).toEqual(['O0@RTSX', 'O1@OPRA'])
  const states = context.readFollowed().filter(({ symbol }) => symbol.startsWith('O'))
  expect(states.map(({ market }) => market.state)).toEqual(options.map(() => 'open'))
})

test('an instrument that the service refuses is not requested for an hour', async () => {
  const { context, broker, clock, failing, runAll, known } = start()
  failing.set(symbols[0] ?? '', 'not-found')
  const job = createReferenceJob(context)
  expect(await runAll(job, 5)).toEqual([])
  expect(known()).toHaveLength(19)
  const before = broker.calls.length
  await clock.advance(3_600_000)
  await job.run(runOf())
  expect(broker.calls.slice(before).map(({ input }) => input)).toEqual([{ symbol: symbols[0] }])
})

test('an instrument that always fails does not block the others', async () => {
  const { context, failing, runAll, known } = start()
  failing.set(symbols[0] ?? '', 'unavailable')
  failing.set(symbols[9] ?? '', 'unavailable')
  expect(await runAll(createReferenceJob(context), 10)).toContain('unavailable')
  expect(known()).toHaveLength(18)
})

test('one instrument represents its market: only its schedule is requested, and the others share it', async () => {
  const { context, broker, clock, runAll } = start()
  const open = { type: 'CORE_TRADING', startAt: clock.now() - 1_000, endAt: clock.now() + 36_000_000 }
  broker.responses.getSchedule = () => ({ sessions: [open] })
  await runAll(createSchedulesJob(context), 5)
  expect(broker.count('getSchedule')).toBe(1)
  expect(new Set(context.readFollowed().map(({ market }) => market.state))).toEqual(new Set(['open']))
})

test('with a visible window the others are verified, one a minute, and keep their own schedule', async () => {
  const { context, broker, clock, attention, cache } = start()
  const open = { type: 'CORE_TRADING', startAt: clock.now() - 1_000, endAt: clock.now() + 36_000_000 }
  const shorter = { ...open, endAt: clock.now() + 18_000_000 }
  broker.responses.getSchedule = ({ symbol }) => ({ sessions: [symbol === symbols[1] ? shorter : open] })
  const job = createSchedulesJob(context)
  for (let minute = 0; minute < 5; minute++) {
    attention.set('window', [], true)
    await job.run(runOf())
    await clock.advance(60_000)
  }
  const requested = broker.calls.map(({ input }) => (input as { symbol: string }).symbol)
  expect(requested).toEqual(symbols.slice(0, requested.length))
  expect(requested.length).toBeGreaterThanOrEqual(4)
  expect(requested.length).toBeLessThanOrEqual(6)
  expect(cache.schedules.get(symbols[1] ?? '')?.sessions).toEqual([shorter])
  expect(cache.schedules.get(symbols[9] ?? '')?.sessions).toEqual([open])
})

test('in a market without schedules three instruments are tried, and three again after 15 minutes', async () => {
  const { context, broker, runAll, clock, attention } = start()
  const job = createSchedulesJob(context)
  await runAll(job, 5)
  expect(broker.count('getSchedule')).toBe(3)
  await clock.advance(16 * 60_000)
  attention.set('window', [], true)
  await runAll(job, 1)
  expect(broker.count('getSchedule')).toBeGreaterThan(3)
  expect(broker.count('getSchedule')).toBeLessThanOrEqual(6)
})

test('when the schedule of a market does not cover the present, one instrument is requested for all', async () => {
  const { context, broker, clock, runAll } = start()
  const job = createSchedulesJob(context)
  const session = (type: string, fromMs: number, toMs: number) => ({
    ...{ type, startAt: clock.now() + fromMs, endAt: clock.now() + toMs },
  })
  for (const [type, count] of [
    ['CLOSED', 1],
    ['CLOSED', 2],
    ['CORE_TRADING', 3],
  ] as const) {
    broker.responses.getSchedule = () => ({ sessions: [session(type, -1_000, 3_600_000)] })
    await runAll(job, 5)
    expect(broker.count('getSchedule')).toBe(count)
    const states = context.readFollowed().map(({ market }) => market.state)
    expect(new Set(states)).toEqual(new Set([type === 'CLOSED' ? 'closed' : 'open']))
    await clock.advance(2 * 3_600_000)
  }
})

test('an instrument without a schedule on the service causes no repeated requests', async () => {
  const { context, failing, runAll, broker, clock } = start()
  failing.set(symbols[0] ?? '', 'not-found')
  const { getSchedule } = broker.responses
  broker.responses.getSchedule = async (input) => ({
    ...(await getSchedule?.(input)),
    sessions: [{ type: 'CLOSED', startAt: clock.now(), endAt: clock.now() + 40 * 3_600_000 }],
  })
  await runAll(createSchedulesJob(context), 5)
  expect(isQuiet(context)).toBe(true)
})

test('events are read by type of instrument, a failing instrument last', async () => {
  const { context, cache, broker, clock, failing, runAll } = start()
  for (const symbol of symbols)
    cache.instrumentDetails.put(
      makeDetails({ symbol, type: symbol === symbols[19] ? 'CURRENCIES' : 'EQUITIES' }),
      clock.now(),
    )
  failing.set(symbols[0] ?? '', 'unavailable')
  const job = createCorporateEventsJob(context)
  expect(await runAll(job, 4)).toContain('unavailable')
  const read = symbols.filter((symbol) => cache.corporateEvents.fetchedAt(symbol, 'dividend') !== null)
  expect(read).toEqual(symbols.slice(1, 19))
  expect(broker.calls.every(({ purpose }) => purpose === 'background')).toBe(true)
})

test('an instrument read yesterday and refused today is not requested repeatedly', async () => {
  const { context, cache, broker, clock, failing, runAll } = start()
  const symbol = symbols[0] ?? ''
  cache.accounts.replaceAccount(makeAccount({ positions: [makePosition({ symbol })] }), clock.now())
  cache.instrumentDetails.put(makeDetails({ symbol }), clock.now())
  const job = createCorporateEventsJob(context)
  await runAll(job, 2)
  await clock.advance(2 * 86_400_000)
  failing.set(symbol, 'invalid')
  const before = broker.calls.length
  expect(await runAll(job, 5)).toEqual([])
  expect(broker.calls.length).toBe(before + 2)
})

test('events that were never read are read in quiet hours as well, those that were read are not', async () => {
  const { context, cache, broker, clock, runAll } = start()
  const symbol = symbols[0] ?? ''
  cache.accounts.replaceAccount(makeAccount({ positions: [makePosition({ symbol })] }), clock.now())
  cache.instrumentDetails.put(makeDetails({ symbol }), clock.now())
  const closed = { type: 'CLOSED', startAt: clock.now(), endAt: clock.now() + 7 * 86_400_000 }
  broker.responses.getSchedule = () => ({ symbol, sessions: [closed], malformed: [] })
  await runAll(createSchedulesJob(context), 2)
  expect(isQuiet(context)).toBe(true)
  const job = createCorporateEventsJob(context)
  await runAll(job, 2)
  expect(cache.corporateEvents.fetchedAt(symbol, 'dividend')).not.toBeNull()
  const before = broker.calls.length
  await clock.advance(2 * 86_400_000)
  await runAll(job, 2)
  expect(broker.calls.length).toBe(before)
})
