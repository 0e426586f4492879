import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { answerLimits, AnswerTooLargeError } from '#main/broker/answer-limits.ts'
import { table, type EndpointName } from '#main/broker/endpoints.ts'
import { maxJsonDepth } from '#shared/bounded-json.ts'
import { threadFiles } from '../../fakes/thread-files.ts'
import { start, user } from './client-rig.ts'
import { answer, failureOf } from './loopback.ts'

const accountId = '1900001'
const [kilobyte, megabyte] = [1024, 1024 * 1024]

/** Writes a body without a stated length, as fast as it is read. Resolves with the bytes written when the connection ends. */
function flood(response: ServerResponse, text: string, bytes: number): Promise<number> {
  const chunk = Buffer.from(text.repeat(Math.ceil((64 * kilobyte) / text.length)))
  let written = 0
  const write = (): void => {
    while (written < bytes && !response.destroyed) {
      written += chunk.length
      if (!response.write(chunk)) return void response.once('drain', write)
    }
    response.end()
  }
  write()
  return new Promise((resolve) => response.once('close', () => resolve(written)))
}

test.each(['/v1/sessions', '/v1/sessions/details'])(
  'endless brackets instead of a session (%s) are refused after 64 kB, and the connection is closed',
  async (path) => {
    const { service, broker } = await start()
    let written = Promise.resolve(Infinity)
    service.handleSession = ({ url }, response) => {
      if (!url.endsWith(path)) return false
      response.writeHead(200)
      written = flood(response, '[', 30 * megabyte)
      return true
    }
    const failure = await failureOf(broker.renewSession(user))
    expect(failure).toBeInstanceOf(AnswerTooLargeError)
    expect(failure.message).toBe('The answer of the service is too large: it has more than 64 kB')
    expect(await written).toBeLessThan(30 * megabyte)
  },
)

test.each(['/v1/sessions', '/v1/sessions/details'])(
  'an answer that never ends instead of a session (%s) fails after 10 s each time',
  async (path) => {
    const { service, broker } = await start({ limits: {} })
    service.handleSession = ({ url }, response) => {
      if (!url.endsWith(path)) return false
      response.writeHead(200)
      const timer = setInterval(() => response.write('['), 1)
      response.on('close', () => clearInterval(timer))
      return true
    }
    expect(await failureOf(broker.renewSession(user))).toMatchObject({
      code: 'unavailable',
      message: 'The service did not respond within 10 s',
    })
  },
)

test('a stated length over the limit is refused without the body', async () => {
  const { service, broker } = await start()
  service.handle = (_, response) => {
    response.writeHead(200, { 'content-length': 5 * megabyte })
    response.flushHeaders()
  }
  expect(await failureOf(broker.call('getAccount', { accountId }, user))).toBeInstanceOf(AnswerTooLargeError)
})

test('a body that is longer than its stated length is not read beyond it', async () => {
  const { service, broker } = await start()
  service.handle = (_, response) => {
    const body = '{"quotas":[]}'
    response.socket?.write(`HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}${'['.repeat(megabyte)}`)
  }
  expect(await broker.call('getUsage', {}, user)).toEqual({ quotas: [] })
})

test('a compressed body is not decompressed, because none was accepted', async () => {
  const { service, broker } = await start()
  service.handle = (_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' })
    response.end(gzipSync(Buffer.alloc(30 * megabyte, '[')))
  }
  expect(await failureOf(broker.call('getUsage', {}, user))).toMatchObject({ code: 'protocol' })
  expect(service.calls.map(({ headers }) => headers['accept-encoding'])).toEqual([undefined])
})

test('the body of an error is cut, and its status counts', async () => {
  const { service, broker } = await start()
  const floods: Promise<number>[] = []
  service.handle = (_, response) => {
    response.writeHead(503)
    floods.push(flood(response, '[', 30 * megabyte))
  }
  const failure = await failureOf(broker.call('getUsage', {}, { ...user, maxAttempts: 1 }))
  expect(failure).toMatchObject({ code: 'unavailable', message: 'The service has a problem (503)' })
  expect(await floods[0]).toBeLessThan(30 * megabyte)
})

const deep = (levels: number): string => `${'{"a":['.repeat(levels / 2)}${']}'.repeat(levels / 2)}`

test.each([
  ['short and deep', 'getUsage', {}, `{"quotas":[],"more":${deep(2 * maxJsonDepth)}}`],
  ['long and deep', 'getAccount', { accountId }, `{"positions":${'['.repeat(200 * kilobyte)}`],
  ['short, with more rows than any', 'listOrders', { accountId }, JSON.stringify({ orders: Array(10_001).fill({}) })],
  ['long, with more fields than any', 'getAccount', { accountId }, manyFields(10_001)],
] as const)('an answer that is %s is refused before it is parsed', async (_, name, input, body) => {
  const { service, broker, outcomes } = await start({ decoderThread: threadFiles.decoder })
  service.handle = (_request, response) => answer(response, 200, body)
  const failure = await failureOf(broker.call(name, input, user))
  expect(failure).toBeInstanceOf(AnswerTooLargeError)
  expect(failure.message).toBe('The answer of the service has more rows or levels than any real one')
  expect(outcomes.at(-1)?.error).toBeInstanceOf(AnswerTooLargeError)
})

function manyFields(count: number): string {
  return JSON.stringify(
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`field${index}`, 'x'.repeat(20)])),
  )
}

test('a list of which most rows are no rows is unreadable as a whole', async () => {
  const { service, broker } = await start({ decoderThread: threadFiles.decoder })
  service.handle = (_, response) => answer(response, 200, { assets: Array(50_000).fill(0) })
  expect(await failureOf(broker.call('listAllAssets', {}, user))).toMatchObject({
    ...{ code: 'protocol', message: expect.stringMatching(/assets\[2000\]/) },
  })
})

test('names of prototypes, repeated names and numbers beyond every range change nothing else', async () => {
  const { service, broker } = await start()
  const quota =
    '{"name":"a","name":"b","__proto__":{"remaining":"9"},"constructor":{"prototype":{"x":1}},"limit":1e999}'
  service.handle = (_, response) => answer(response, 200, `{"__proto__":{"polluted":true},"quotas":[${quota}]}`)
  expect(await failureOf(broker.call('getUsage', {}, user))).toMatchObject({ code: 'protocol' })
  service.handle = (_, response) => answer(response, 200, `{"quotas":[${quota.replace('1e999', '"7"')}]}`)
  expect(await broker.call('getUsage', {}, user)).toEqual({
    quotas: [{ name: 'b', limit: 7, remaining: null, resetAt: null }],
  })
  expect('polluted' in {} || 'x' in {}).toBe(false)
})

test('every operation has limits, and an answer about one thing has at most 64 kB', () => {
  expect(Object.keys(answerLimits).sort()).toEqual(Object.keys(table).sort())
  const one: readonly EndpointName[] = [
    'openSession',
    'readSession',
    'getAsset',
    'getQuote',
    'cancelOrder',
    'getReport',
  ]
  for (const name of one) expect(answerLimits[name].bytes).toBe(64 * kilobyte)
  for (const { bytes } of Object.values(answerLimits)) expect(bytes).toBeLessThanOrEqual(32 * megabyte)
})

test('a file that never ends is given up after the time of a whole transfer', async () => {
  const { service, broker } = await start({ fileLimits: { silenceMs: 60_000, wholeMs: 100_000 } })
  service.handle = (_, response) => {
    response.writeHead(200)
    const timer = setInterval(() => response.write('x'), 5)
    response.once('close', () => clearInterval(timer))
  }
  const file = await broker.openFile(
    { url: '/file', allowedOrigin: null },
    { ...user, signal: new AbortController().signal },
  )
  if (file.kind !== 'file') throw new Error('The file is foreign')
  const read = async (): Promise<void> => {
    for await (const _ of file.chunks);
  }
  expect(await failureOf(read())).toMatchObject({ code: 'unavailable', message: expect.stringContaining('took more') })
})
