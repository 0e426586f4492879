import { expect, test } from 'vitest'
import { answerLimits, longerThan } from '#main/broker/answer-limits.ts'
import { ServiceError } from '#main/broker/http-failure.ts'
import type { Outcome } from '#main/broker/retrying-call.ts'
import { createCache } from '#main/cache/cache.ts'
import { listProblems } from '#main/insight/service-problems.ts'
import { ServiceRecorder } from '#main/service/service-recorder.ts'
import { AppError } from '#shared/errors.ts'
import type { ServiceCause } from '#shared/model/app/service.ts'
import { serviceCauseWords } from '#shared/text/service/problem-words.ts'
import { FakeClock } from '../../fakes/clock.ts'
import { openTestCache } from '../cache/open-cache.ts'

function start(cache = createCache(openTestCache())) {
  const clock = new FakeClock()
  const log: string[] = []
  let changes = 0
  const recorder = new ServiceRecorder({
    ...{ records: cache.serviceRecords, clock, logNote: (text) => void log.push(text) },
    onChange: () => void changes++,
    logFault: (where, error) => {
      throw new Error(where, { cause: error })
    },
  })
  const note = (outcome: Partial<Outcome> & Pick<Outcome, 'endpoint'>): void => {
    const observed = { unreadable: [], absent: [], unknownValues: [] }
    recorder.note({
      ...{ purpose: 'held', outcome: outcome.error?.code ?? 'ok', at: clock.now(), durationMs: 1 },
      ...{ input: {}, error: null, observed, isEmpty: false },
      ...outcome,
    })
  }
  const stored = (endpoint: string) => cache.serviceRecords.list().find((record) => record.endpoint === endpoint)
  const problems = () => listProblems(cache.serviceRecords.list())
  return { cache, clock, log, recorder, note, stored, problems, changes: () => changes }
}

const refused = (words: string, status = 400) =>
  new ServiceError('invalid', () => `The service refuses this: ${words}`, status, words)
const symbol = 'SBER@MISX'

test('counts, the reason of a refusal and the last good answer are stored within seconds, and survive a restart', async () => {
  const first = start()
  first.note({ endpoint: 'getAsset', input: { symbol } })
  const answeredAt = first.clock.now()
  await first.clock.advance(1_000)
  first.note({ endpoint: 'getAsset', input: { symbol }, error: refused('Invalid arguments:account_id') })
  first.note({ endpoint: 'getAsset', input: { symbol }, error: new AppError('offline', 'No connection') })
  await first.clock.advance(3_000)
  expect(first.stored('getAsset')).toMatchObject({
    ...{ asked: 3, answered: 1, refused: 1, failed: 1, lastAnsweredAt: answeredAt },
    lastTrouble: { cause: { code: 'refused', status: 400, reason: 'Invalid arguments:account_id' } },
  })
  const second = start(first.cache)
  second.note({ endpoint: 'getAsset', input: { symbol }, error: refused('Invalid arguments:account_id') })
  second.recorder.close()
  expect(second.stored('getAsset')?.asked).toBe(4)
  expect(second.problems()).toMatchObject([{ endpoint: 'getAsset', since: answeredAt + 1_000, count: 1 }])
})

test('a reason names no symbol, account, order, amount or text of the request', () => {
  const { note, recorder, stored } = start()
  const words = 'Account TRQD05:989213 of SBER@MISX (sber) and GAZP@MISX lacks 1 234.50 RUB for order 12345678901'
  note({ endpoint: 'listOrders', input: { accountId: 'TRQD05:989213', symbol }, error: refused(words) })
  recorder.close()
  const reason = stored('listOrders')?.lastTrouble?.cause.reason ?? ''
  for (const secret of ['989213', 'TRQD05', 'SBER', 'sber', 'GAZP', '234', '12345678901'])
    expect(reason).not.toContain(secret)
  expect(reason).toContain('lacks')
})

test('a refusal is a problem of its instruments until each has a good answer; the log names beginning and end once', async () => {
  const { note, recorder, problems, log, clock } = start()
  for (const each of ['A@M', 'B@M', 'A@M'])
    note({ endpoint: 'listPastBondEvents', input: { symbol: each }, error: refused('No') })
  recorder.store()
  expect(problems()).toMatchObject([{ endpoint: 'listPastBondEvents', count: 2, cause: { code: 'refused' } }])
  note({ endpoint: 'listPastBondEvents', input: { symbol: 'A@M', offset: 0 } })
  await clock.advance(3_000)
  expect(problems()).toMatchObject([{ count: 1 }])
  note({ endpoint: 'listPastBondEvents', input: { symbol: 'B@M' } })
  await clock.advance(3_000)
  expect(problems()).toEqual([])
  expect(log).toEqual([
    expect.stringMatching(/^service: listPastBondEvents refused since 2026-.*: status 400, “No”, 2 concerned$/),
    'service: no longer listPastBondEvents refused',
  ])
})

test('an answer that cannot be read, and one without content where content is due, are problems with their cause', () => {
  const { note, recorder, problems } = start()
  const observed = { unreadable: ['min_step'], absent: [], unknownValues: [] }
  note({ endpoint: 'getAsset', input: { symbol }, error: new AppError('protocol', 'Not readable'), observed })
  note({ endpoint: 'listPastBondEvents', input: { symbol }, isEmpty: true })
  note({ endpoint: 'listPastDividends', input: { symbol }, isEmpty: true })
  recorder.close()
  expect(problems().map(({ endpoint, cause }) => [endpoint, cause.code, cause.fields])).toEqual([
    ['getAsset', 'unreadable', ['min_step']],
    ['listPastBondEvents', 'empty', []],
  ])
})

test('an unreadable row of transactions remains a problem while answers about other times are good', () => {
  const { note, recorder, problems } = start()
  const observed = { unreadable: ['transactions[*].change'], absent: [], unknownValues: [] }
  const input = { accountId: 'A', from: 100, to: 200 }
  note({ endpoint: 'listTransactions', input, observed })
  note({ endpoint: 'listTransactions', input: { accountId: 'A', from: 200, to: 300 } })
  recorder.store()
  expect(problems()).toMatchObject([{ cause: { code: 'incomplete', fields: ['transactions[*].change'] } }])
  note({ endpoint: 'listTransactions', input: { accountId: 'A', from: 0, to: 300 } })
  recorder.close()
  expect(problems()).toEqual([])
})

test('a failing endpoint is a problem when other endpoints answer, and not while the service is down', async () => {
  const { note, recorder, problems, clock } = start()
  const failure = new ServiceError('unavailable', () => 'Problem', 500, '')
  note({ endpoint: 'listOrders', input: { accountId: 'A' } })
  await clock.advance(1_000)
  for (let times = 0; times < 4; times++) note({ endpoint: 'getAccount', input: { accountId: 'A' }, error: failure })
  recorder.store()
  expect(problems()).toEqual([])
  note({ endpoint: 'listOrders', input: { accountId: 'A' } })
  recorder.close()
  expect(problems()).toMatchObject([{ endpoint: 'getAccount', cause: { code: 'failed', status: 500 } }])
})

test('a lost connection, a cancelled request and a session that ended once are no problem of the service', () => {
  const { note, recorder, problems, stored } = start()
  note({ endpoint: 'getAsset', input: { symbol }, error: new AppError('offline', 'No connection') })
  note({ endpoint: 'getQuote', input: { symbol }, error: new AppError('cancelled', 'Cancelled') })
  note({ endpoint: 'getAccount', input: { accountId: 'A' }, error: new ServiceError('signed-out', () => '', 401, '') })
  recorder.close()
  expect(problems()).toEqual([])
  expect(stored('getQuote')).toBeUndefined()
})

test('windows are notified of refusals, not of every answer', async () => {
  const { note, clock, changes } = start()
  note({ endpoint: 'getQuote', input: { symbol } })
  await clock.advance(3_000)
  expect(changes()).toBe(0)
  note({ endpoint: 'getQuote', input: { symbol }, error: refused('No') })
  await clock.advance(3_000)
  expect(changes()).toBe(1)
})

test('an answer that is too large is a problem of its own, until the next good answer', async () => {
  const { note, recorder, problems, clock } = start()
  const input = { accountId: '1900001' }
  const at = clock.now()
  note({ endpoint: 'getAccount', input, error: longerThan(answerLimits.getAccount.bytes) })
  recorder.store()
  const cause: ServiceCause = { code: 'too-large', status: null, reason: '', fields: [] }
  expect(problems()).toEqual([{ endpoint: 'getAccount', cause, since: at, count: 1 }])
  expect(serviceCauseWords(cause)).toBe('The answer is too large, so it was not read.')
  note({ endpoint: 'getAccount', input })
  recorder.store()
  expect(problems()).toEqual([])
})
