import { expect, test } from 'vitest'
import { createReferenceJob } from '#main/sync/jobs/reference.ts'
import { AppError } from '#shared/errors.ts'
import { storeInstruments } from '../../cache/instruments/store-instruments.ts'
import { d, makeAccount, makeDetails, makePosition } from '../../insight/make.ts'
import { runOf } from '../harness.ts'
import { start } from './per-symbol-rig.ts'

test('every instrument held is read in batches, once', async () => {
  const { context, broker, runAll, storedSymbols } = start()
  const job = createReferenceJob(context)
  expect(await runAll(job, 5)).toEqual([])
  expect(storedSymbols()).toHaveLength(20)
  expect(broker.count('getAsset')).toBe(20)
})

test('while the first list of all instruments is read, and a minute after it, a rate in it is read within a second', async () => {
  const { context, cache, clock, runAll } = start()
  const job = createReferenceJob(context)
  await runAll(job, 5)
  expect(job.nextDelayMs()).toBe(1_000)
  cache.instruments.download.begin(clock.now())
  await cache.instruments.endDownload(clock.now(), true)
  expect(job.nextDelayMs()).toBe(1_000)
  await clock.advance(61_000)
  expect(job.nextDelayMs()).toBe(60_000)
})

test('a window that opens does not wait for a batch that started before', async () => {
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
  expect(broker.calls.slice(1).map(({ purpose }) => purpose)).toEqual(Array(8).fill('user'))
})

test('missing reference data of held instruments has the priority of the user while a window is visible', async () => {
  const { context, broker, attention, cache, clock, runAll } = start()
  attention.set('view', ['S07@XXXX'], true)
  cache.instrumentDetails.put(makeDetails({ symbol: 'S03@XXXX' }), clock.now() - 8 * 24 * 3_600_000)
  await runAll(createReferenceJob(context), 3)
  expect(broker.calls[0]).toEqual({
    name: 'getAsset',
    input: { symbol: 'S07@XXXX', accountId: '1900001' },
    purpose: 'user',
  })
  const renewed = broker.calls.find(({ input }) => (input as { symbol: string }).symbol === 'S03@XXXX')
  expect(renewed?.purpose).toBe('background')
})

test('held instruments and rates have the priority of the user and are read before watchlists', async () => {
  const { context, broker, attention, cache, journal, clock, runAll } = start()
  const base = { id: '1', mic: 'FX', isin: '', type: 'CURRENCIES', isArchived: false }
  await storeInstruments(cache.instruments, [{ ...base, symbol: 'USDRUB@FX', ticker: 'USDRUB', name: 'USDRUB' }])
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
  // These are not in the list of all instruments, and are on screen.
  const watched = Array.from({ length: 9 }, (_, index) => `W${index}@X`)
  for (const symbol of watched) journal.watchlists.addSymbol(list.id, symbol)
  attention.set('view', watched, true)
  await runAll(createReferenceJob(context), 3)
  const read = broker.calls.map(({ input, purpose }) => [(input as { symbol: string }).symbol, purpose])
  expect(new Map(read.slice(0, 3) as [string, string][])).toEqual(
    new Map([
      ['USDRUB@FX', 'user'],
      ['A@X', 'user'],
      ['B@X', 'user'],
    ]),
  )
  expect(new Set(read.slice(3).map(([, purpose]) => purpose))).toEqual(new Set(['background']))
})

test('missing reference data leaves half of the minute for clicks and prices', async () => {
  const { context, broker, attention, cache, clock } = start()
  const positions = Array.from({ length: 30 }, (_, i) => makePosition({ symbol: `M${i}@XXXX` }))
  cache.accounts.replaceAccount(makeAccount({ id: 'B', positions: positions }), clock.now())
  attention.set('view', [], true)
  let used = 90
  const job = createReferenceJob({ ...context, readBudget: () => ({ ...context.readBudget(), limit: 200, used }) })
  broker.responses.getAsset = ({ symbol }) => ((used += 1), makeDetails({ symbol }))
  for (let run = 0; run < 3; run++) {
    await job.run(runOf())
    await clock.advance(job.nextDelayMs() ?? 0)
  }
  const purposes = broker.calls.map(({ purpose }) => purpose)
  expect(purposes.slice(0, 10)).toEqual(Array(10).fill('user'))
  expect(new Set(purposes.slice(-8))).toEqual(new Set(['visible']))
})

test('without a visible window reference data is bulk work', async () => {
  const { context, broker } = start()
  await createReferenceJob(context).run(runOf())
  expect(new Set(broker.calls.map(({ purpose }) => purpose))).toEqual(new Set(['background']))
})

test.each(['unavailable', 'invalid'] as const)(
  'a future is known although its parameters are %s: its margin has the only currency of the cash',
  async (code) => {
    const { context, broker, cache, clock, runAll, storedSymbols } = start()
    const cash = [{ currency: 'RUB', amount: d('1') }]
    const positions = [makePosition({ symbol: 'S00@XXXX' })]
    cache.accounts.replaceAccount(makeAccount({ positions, cash }), clock.now())
    broker.responses.getAsset = ({ symbol }) => makeDetails({ symbol, type: 'FUTURES', quoteCurrency: 'RUB' })
    broker.responses.getTradingParams = () => {
      throw new AppError(code, 'no parameters')
    }
    expect(await runAll(createReferenceJob(context), 2)).toEqual([])
    expect(storedSymbols()).toEqual(['S00@XXXX'])
    expect(cache.instrumentDetails.getMany(['S00@XXXX'])[0]?.details.marginCurrency).toBe('RUB')
  },
)
