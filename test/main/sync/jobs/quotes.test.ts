import { expect, test } from 'vitest'
import { createQuoteJobs } from '#main/sync/jobs/quotes.ts'
import { QuoteBoard } from '#main/sync/quotes/quote-board.ts'
import { JobRunner } from '#main/sync/scheduler/job-runner.ts'
import { AppError, type ErrorCode } from '#shared/errors.ts'
import { d as decimal, makeAccount, makePosition, makeQuote } from '../../insight/make.ts'
import { runOf, startSync } from '../harness.ts'

function start(held: readonly string[]) {
  const sync = startSync()
  const failing = new Map<string, ErrorCode>()
  const problems = new Map<string, string>()
  sync.broker.responses.getQuote = ({ symbol }) => {
    const code = failing.get(symbol)
    if (code !== undefined) throw new AppError(code, `${symbol} is ${code}`)
    return makeQuote({ symbol })
  }
  const positions = held.map((symbol) => makePosition({ symbol }))
  sync.cache.accounts.replaceAccount(makeAccount({ positions }), sync.clock.now())
  const quoteBoard = new QuoteBoard(sync.context)
  const jobs = createQuoteJobs(sync.context, quoteBoard, problems)
  const named = (name: string) => {
    const job = jobs.find((candidate) => candidate.name === name)
    if (job === undefined) throw new Error(`no job ${name}`)
    return job
  }
  const requested = (): string[] => sync.broker.calls.map(({ input }) => (input as { symbol: string }).symbol)
  return { ...sync, failing, problems, visible: named('quotes-visible'), hidden: named('quotes'), requested }
}

test('quotes on screen have their own job, which requests no other quotes', async () => {
  const { visible, hidden, attention, broker } = start(['HELD@X'])
  attention.set('view', ['SEEN@X'], true)
  await visible.run(runOf())
  expect(broker.calls).toEqual([{ name: 'getQuote', input: { symbol: 'SEEN@X' }, purpose: 'visible' }])
  await hidden.run(runOf())
  expect(broker.calls[1]).toEqual({ name: 'getQuote', input: { symbol: 'HELD@X' }, purpose: 'held' })
})

test('a refused instrument is reported with its symbol and does not delay the others', async () => {
  const { hidden, failing, problems, cache, clock } = start(['BAD@X', 'GOOD@X'])
  failing.set('BAD@X', 'not-found')
  await hidden.run(runOf())
  expect([...problems]).toEqual([['BAD@X', 'BAD@X is not-found']])
  expect(cache.quotes.getMany(['GOOD@X'])).toHaveLength(1)
  failing.clear()
  await clock.advance(1_800_000)
  await hidden.run(runOf())
  expect(problems.size).toBe(0)
})

test('a failed instrument is requested again when it is due, not before the others', async () => {
  const held = Array.from({ length: 10 }, (_, i) => `S${i}@X`)
  const { hidden, failing, requested, attention } = start(held)
  attention.set('view', [], true)
  failing.set('S0@X', 'unavailable')
  await expect(hidden.run(runOf())).rejects.toMatchObject({ code: 'unavailable' })
  await hidden.run(runOf())
  expect(requested().toSorted()).toEqual(held)
})

test('stored quotes are not requested again at the next start', async () => {
  const { hidden, cache, clock, requested } = start(['A@X'])
  cache.quotes.put(makeQuote({ symbol: 'A@X' }), clock.now() - 10_000)
  await hidden.run(runOf())
  expect(requested()).toEqual([])
})

test('a closed market is not requested again after its closing price was read', async () => {
  const { hidden, cache, clock, requested } = start(['A@X'])
  const now = clock.now()
  const sessions = [
    { type: 'CORE_TRADING', startAt: now - 7_200_000, endAt: now - 3_600_000 },
    { type: 'CLOSED', startAt: now - 3_600_000, endAt: now + 36_000_000 },
  ]
  cache.schedules.put('A@X', sessions, now)
  for (let i = 0; i < 50; i++) {
    await hidden.run(runOf())
    await clock.advance(hidden.nextDelayMs() ?? 0)
  }
  expect(requested()).toEqual(['A@X'])
})

test.each(['visible', 'hidden'] as const)(
  'if the schedule shows after the first request that the market is open, the price is requested again within seconds (%s)',
  async (lane) => {
    const { requested, attention, cache, clock, journal, ...jobs } = start([])
    journal.watchlists.create('Mine', ['A@X'])
    attention.set('view', lane === 'visible' ? ['A@X'] : [], true)
    const options = { clock, random: () => 0, onOutcome: () => undefined, onChange: () => undefined }
    const runner = new JobRunner(jobs[lane], options)
    runner.start(0)
    await clock.advance(1_500)
    expect(requested()).toEqual(['A@X'])
    // The schedule arrives after the first price.
    const now = clock.now()
    cache.schedules.put('A@X', [{ type: 'CORE_TRADING', startAt: now - 3_600_000, endAt: now + 3_600_000 }], now)
    await clock.advance(5_000)
    expect(requested().length).toBeGreaterThanOrEqual(2)
    await runner.stop()
  },
)

test('without any trade a price of 0 is stored and recorded as unknown, unless 0 can be a price', async () => {
  const zero = decimal('0')
  const { broker, cache, clock, context, journal } = start([])
  broker.responses.getQuote = ({ symbol }) => makeQuote({ symbol, last: zero, close: zero, change: zero, volume: zero })
  context.attention.set('view', ['STOCK@X', 'SPREAD@X'], true)
  const quoteBoard = new QuoteBoard(context)
  const [visible] = createQuoteJobs(context, quoteBoard, new Map(), (symbol) => symbol === 'SPREAD@X')
  await visible?.run(runOf())
  const lastPrices = cache.quotes.getMany(['STOCK@X', 'SPREAD@X']).map(({ quote }) => [quote.symbol, quote.last])
  expect(new Map(lastPrices as [string, unknown][])).toEqual(
    new Map([
      ['STOCK@X', null],
      ['SPREAD@X', zero],
    ]),
  )
  expect(journal.quotes.history('STOCK@X', 0, clock.now() + 1)).toEqual([])
})
