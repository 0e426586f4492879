import { expect, test } from 'vitest'
import { createReferenceJob } from '#main/sync/jobs/reference.ts'
import { createSchedulesJob } from '#main/sync/jobs/schedules.ts'
import { isQuiet } from '#main/sync/quiet-hours.ts'
import { runOf } from '../harness.ts'
import { symbols, start } from './per-symbol-rig.ts'

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

test('one instrument represents its market: only its schedule is requested, and the others share it', async () => {
  const { context, broker, clock, runAll } = start()
  const open = { type: 'CORE_TRADING', startAt: clock.now() - 1_000, endAt: clock.now() + 36_000_000 }
  broker.responses.getSchedule = () => ({ sessions: [open] })
  await runAll(createSchedulesJob(context), 5)
  expect(broker.count('getSchedule')).toBe(1)
  expect(new Set(context.readFollowed().map(({ market }) => market.state))).toEqual(new Set(['open']))
})

test('with a visible window one other instrument per minute is verified and keeps its own schedule', async () => {
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
