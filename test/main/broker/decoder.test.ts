import { expect, onTestFinished, test } from 'vitest'
import { answerLimits } from '#main/broker/answer-limits.ts'
import { createDecoder, decodeBody } from '#main/broker/decoder.ts'
import { unpack } from '#main/threads/packed-rows.ts'
import { FakeClock } from '../../fakes/clock.ts'
import { threadFiles } from '../../fakes/thread-files.ts'
import { answer, failureOf, startRig } from './loopback.ts'

const input = { accountId: '1', from: 0, to: 1, limit: 1_000 }
const purpose = { purpose: 'background' } as const

function start(clock = new FakeClock()) {
  const decoder = createDecoder(threadFiles.decoder, clock)
  onTestFinished(() => decoder.close())
  return decoder
}

const row = (id: number) => ({
  id: `${id}`,
  timestamp: '2026-01-01T00:00:00Z',
  transaction_name: `Покупка №${id}`,
  change: { currency_code: 'RUB', units: '-7', nanos: -500_000_000 },
})
const json = (rows: readonly unknown[]) => ({ transactions: rows })
const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))
const longList = Array.from({ length: 1_000 }, (_, id) =>
  id % 400 === 7 ? { ...row(id), timestamp: 'private' } : row(id),
)

test('the worker decodes a long response to the same result as the main thread', async () => {
  const decoder = start()
  const body = bytes(json(longList))
  const expected = decodeBody('listTransactions', body, input)
  const page = await decoder.decode('listTransactions', body, input)
  // The buffer was transferred, not copied.
  expect(body.byteLength).toBe(0)
  expect({ ...page, content: unpack(page.content) }).toEqual({ ...expected, content: unpack(expected.content) })
  expect(page.received).toBe(1_000)
  expect(page.malformed.map(({ path }) => path)).toEqual(
    [7, 407, 807].map((index) => `transactions[${index}].timestamp`),
  )
})

test('short responses and session responses are decoded in the main thread', async () => {
  const decoder = start()
  const short = bytes(json(longList.slice(0, 10)))
  await decoder.decode('listTransactions', short, input)
  expect(short.byteLength).toBeGreaterThan(0)
  const padding = 'x'.repeat(answerLimits.openSession.bytes - bytes({ token: 'a-token', padding: '' }).byteLength)
  const long = bytes({ token: 'a-token', padding })
  expect(await decoder.decode('openSession', long, { secret: 's' })).toEqual({ token: 'a-token' })
  expect(long.byteLength).toBeGreaterThan(0)
})

test.each([
  ['not JSON', Buffer.from(`{"transactions": [${'private '.repeat(20_000)}`), 'that is not JSON'],
  ['not text', Buffer.alloc(100_000, 0xc3), 'that is not text'],
  ['an object without a list', bytes({ transactions: { private: 'x'.repeat(100_000) } }), 'transactions: not a list'],
])('a long response that is %s is a protocol error without its content', async (_, body, reason) => {
  const failure = await failureOf(start().decode('listTransactions', body, input))
  expect(failure).toMatchObject({ code: 'protocol', message: expect.stringContaining(reason) })
  expect(failure.message).not.toContain('private')
})

test('a long response over HTTP is decoded by the worker, and a decoding failure is reported as an outcome', async () => {
  const { service, broker, outcomes, stop } = await startRig({ decoderThread: threadFiles.decoder })
  onTestFinished(stop)
  service.handle = (_, response) => answer(response, 200, json(longList))
  const page = await broker.call('listTransactions', input, purpose)
  expect(unpack(page.content)).toHaveLength(997)
  service.handle = (_, response) => answer(response, 200, ' '.repeat(100_000))
  expect(await failureOf(broker.call('listTransactions', input, purpose))).toMatchObject({ code: 'protocol' })
  const listOutcomes = outcomes.filter(({ endpoint }) => endpoint === 'listTransactions')
  expect(listOutcomes.map(({ outcome }) => outcome)).toEqual(['ok', 'protocol'])
})

test('closing the decoder cancels pending and later calls', async () => {
  const decoder = start()
  const reading = failureOf(decoder.decode('listTransactions', bytes(json(longList)), input))
  await decoder.close()
  expect(await reading).toMatchObject({ code: 'cancelled' })
  const late = decoder.decode('listTransactions', bytes(json(longList)), input)
  expect(await failureOf(late)).toMatchObject({ code: 'cancelled' })
})

test('the worker stops after a minute without work, and the next long response starts a new one', async () => {
  const clock = new FakeClock()
  const decoder = start(clock)
  await decoder.decode('listTransactions', bytes(json(longList)), input)
  expect(clock.pending).toBe(1)
  await clock.advance(60_000)
  expect(clock.pending).toBe(0)
  expect((await decoder.decode('listTransactions', bytes(json(longList)), input)).received).toBe(1_000)
})
