import { expect, test } from 'vitest'
import { createCorporateEventsJob, createReferenceJob } from '#main/sync/jobs/reference.ts'
import { createSchedulesJob } from '#main/sync/jobs/schedules.ts'
import { isQuiet } from '#main/sync/quiet-hours.ts'
import { pack } from '#main/threads/packed-rows.ts'
import { AppError } from '#shared/errors.ts'
import type { ServiceCause } from '#shared/model/app/service.ts'
import { storeInstruments } from '../../cache/instruments/store-instruments.ts'
import { makeTransaction } from '../../cache/transactions/make-transactions.ts'
import { makeAccount, makeDetails, makePosition } from '../../insight/make.ts'
import { runOf } from '../harness.ts'
import { symbols, start } from './per-symbol-rig.ts'

test('an instrument that the service refuses is not requested for an hour', async () => {
  const { context, broker, clock, failing, runAll, storedSymbols } = start()
  failing.set(symbols[0] ?? '', 'not-found')
  const job = createReferenceJob(context)
  expect(await runAll(job, 5)).toEqual([])
  expect(storedSymbols()).toHaveLength(19)
  const before = broker.calls.length
  await clock.advance(3_600_000)
  await job.run(runOf())
  expect(broker.calls.slice(before).map(({ input }) => input)).toEqual([{ symbol: symbols[0], accountId: '1900001' }])
})

test('an instrument that always fails does not block the others', async () => {
  const { context, failing, runAll, storedSymbols } = start()
  failing.set(symbols[0] ?? '', 'unavailable')
  failing.set(symbols[9] ?? '', 'unavailable')
  expect(await runAll(createReferenceJob(context), 10)).toContain('unavailable')
  expect(storedSymbols()).toHaveLength(18)
})

test('events are read by type of instrument, and a failing instrument is last', async () => {
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
  // The dividends once more with a shorter interval, then the splits.
  expect(broker.calls.length).toBe(before + 3)
})

test('in quiet hours only events that were never read are read', async () => {
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

test('the events of a bond are read although its reference data are unavailable', async () => {
  const { context, cache, broker, clock, failing, runAll } = start()
  const symbol = symbols[0] ?? ''
  cache.accounts.replaceAccount(makeAccount({ positions: [makePosition({ symbol })] }), clock.now())
  const listed = {
    id: '1',
    symbol,
    ticker: 'S00',
    mic: 'XXXX',
    isin: '',
    name: 'Bond',
    type: 'BONDS',
    isArchived: false,
  }
  await storeInstruments(cache.instruments, [listed])
  failing.set(symbol, 'unavailable')
  const page = { rows: [], malformed: [], received: 0, hasNext: false, isFull: false }
  broker.responses.listPastBondEvents = () => page
  expect(await runAll(createCorporateEventsJob(context), 1)).toEqual([])
  expect(cache.corporateEvents.fetchedAt(symbol, 'bond')).not.toBeNull()
})

test('an endpoint for events that fails does not delay the lists of the others', async () => {
  const { context, cache, broker, clock, runAll } = start()
  for (const symbol of symbols) cache.instrumentDetails.put(makeDetails({ symbol }), clock.now())
  broker.responses.listFutureSplits = () => {
    throw new AppError('unavailable', 'Closed')
  }
  expect(await runAll(createCorporateEventsJob(context), 1)).toEqual(['unavailable'])
  expect(symbols.filter((symbol) => cache.corporateEvents.fetchedAt(symbol, 'dividend') === null)).toEqual([])
  expect(broker.count('listFutureSplits')).toBe(1)
})

test('an instrument of a transaction that no list has is read once, and its events after it, also in quiet hours', async () => {
  const { context, cache, broker, clock, failing, runAll } = start()
  cache.accounts.replaceAccount(makeAccount({ positions: [] }), clock.now())
  const rows = ['FORMER@XXXX', 'REFUSED@XXXX'].map((symbol, index) =>
    makeTransaction(`${index}`, clock.now(), { symbol }),
  )
  await cache.transactions.store('1900001', pack(rows), clock.now(), null)
  failing.set('REFUSED@XXXX', 'not-found')
  expect(isQuiet(context)).toBe(true)
  const job = createCorporateEventsJob(context)
  await runAll(job, 1)
  expect(broker.count('getAsset')).toBe(0)
  cache.instruments.download.begin(clock.now())
  await cache.instruments.endDownload(clock.now(), true)
  expect(await runAll(job, 3)).toEqual([])
  expect(broker.count('getAsset')).toBe(2)
  expect(cache.corporateEvents.fetchedAt('FORMER@XXXX', 'dividend')).not.toBeNull()
})

test('types that no list has are read last, a few in each run, and not again after a restart if refused', async () => {
  const { context, cache, broker, clock, failing, runAll } = start()
  for (const symbol of symbols) cache.instrumentDetails.put(makeDetails({ symbol }), clock.now())
  const expired = Array.from({ length: 50 }, (_, index) => `OPTION${String(index)}@XXXX`)
  const rows = expired.map((symbol, index) => makeTransaction(`${index}`, clock.now(), { symbol }))
  await cache.transactions.store('1900001', pack(rows), clock.now(), null)
  cache.instruments.download.begin(clock.now())
  await cache.instruments.endDownload(clock.now(), true)
  for (const symbol of expired) failing.set(symbol, 'invalid')
  await runAll(createCorporateEventsJob(context), 1)
  const names = broker.calls.map(({ name }) => name)
  expect(names.indexOf('getAsset')).toBeGreaterThan(names.lastIndexOf('listPastDividends'))
  expect(broker.count('getAsset')).toBe(20)

  const cause: ServiceCause = { code: 'refused', status: 400, reason: 'Instrument not found', fields: [] }
  const trouble = { cause, since: clock.now(), lastAt: clock.now(), times: 1, period: null }
  cache.serviceRecords.putAll([
    {
      ...{ endpoint: 'getAsset', asked: 50, answered: 0, refused: 50, failed: 0, empty: 0, lastAnsweredAt: null },
      ...{ lastTrouble: { cause, at: clock.now() }, absent: [], unreadable: [], unknownValues: [] },
      troubles: Object.fromEntries(expired.map((symbol) => [symbol, trouble])),
    },
  ])
  await runAll(createCorporateEventsJob(context), 2)
  expect(broker.count('getAsset')).toBe(20)
  await clock.advance(8 * 86_400_000)
  await runAll(createCorporateEventsJob(context), 1)
  expect(broker.count('getAsset')).toBe(40)
})
