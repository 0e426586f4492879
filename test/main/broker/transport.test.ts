import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createTransport, type TransportLimits } from '../../../src/main/broker/transport.ts'
import { systemClock } from '../../../src/main/clock.ts'
import { AppError } from '../../../src/shared/errors.ts'
import { failureOf } from './loopback.ts'

const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

/** A transport towards a raw socket that a test writes to by hand, after the request has come. */
async function reach(serve: (socket: Socket, request: string) => void, limits: TransportLimits = {}, scheme = 'http') {
  const sockets = new Set<Socket>()
  const server = createTcpServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('data', (data) => serve(socket, data.toString('latin1')))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const transport = createTransport(new URL(`${scheme}://127.0.0.1:${port}`), systemClock, {
    answerTimeoutMs: 5_000,
    ...limits,
  })
  stops.push(async () => {
    await transport.close()
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  const ask = (signal = new AbortController().signal) =>
    transport.send({ method: 'GET', target: '/v1/usage', body: null }, 'token-of-mine', signal)
  return { ask, sockets, port, stopListening: () => new Promise((resolve) => server.close(resolve)) }
}
const codeOf = (error: unknown): unknown => (error instanceof AppError ? error.code : error)
const head = (length: number | null, status = '200 OK'): string =>
  `HTTP/1.1 ${status}\r\n${length === null ? 'transfer-encoding: chunked' : `content-length: ${length}`}\r\n`

test('an answer comes as it was sent, whatever its status', async () => {
  const { ask } = await reach((socket) => socket.write(`${head(5, '418 Teapot')}\r\n"\u00c3\u00a9l"`, 'latin1'))
  expect(await ask()).toEqual({ status: 418, body: Buffer.from('"él"') })
})

test('nobody listening is offline, and the message says no more than the kind', async () => {
  const { ask, stopListening } = await reach(() => undefined)
  await stopListening()
  expect(await failureOf(ask())).toMatchObject({
    code: 'offline',
    message: 'The service cannot be reached (ECONNREFUSED)',
  })
})

test('a name that does not resolve is offline', async () => {
  const transport = createTransport(new URL('https://nowhere.invalid'), systemClock)
  stops.push(() => transport.close())
  const failure = await failureOf(
    transport.send({ method: 'GET', target: '/', body: null }, null, new AbortController().signal),
  )
  expect(failure).toMatchObject({ code: 'offline' })
})

test('a connection that is never made is offline after the connect time-out', async () => {
  // TLS begins, and nothing answers it.
  const { ask } = await reach(() => undefined, { connectTimeoutMs: 60 }, 'https')
  expect(await failureOf(ask())).toMatchObject({
    code: 'offline',
    message: expect.stringContaining('UND_ERR_CONNECT_TIMEOUT'),
  })
})

test('a reset before the answer is offline', async () => {
  const { ask } = await reach((socket) => socket.resetAndDestroy())
  expect(await failureOf(ask())).toMatchObject({ code: 'offline' })
})

test('a close before the answer is offline', async () => {
  const { ask } = await reach((socket) => socket.end())
  expect(await failureOf(ask())).toMatchObject({ code: 'offline' })
})

test('a break within the answer is unavailable', async () => {
  const { ask } = await reach((socket) => socket.write(`${head(100)}\r\n{"quo`, () => socket.destroy()))
  expect(await failureOf(ask())).toMatchObject({ code: 'unavailable', message: expect.stringContaining('broke off') })
})

test('silence is unavailable after the time-out of the whole answer', async () => {
  const { ask } = await reach(() => undefined, { answerTimeoutMs: 60 })
  expect(await failureOf(ask())).toMatchObject({
    code: 'unavailable',
    message: 'The service did not answer within 0.06 s',
  })
})

test('an answer that trickles without end is unavailable too', async () => {
  const { ask } = await reach(
    (socket) => {
      socket.write(`${head(null)}\r\n`)
      const trickle = setInterval(() => socket.write('1\r\n \r\n'), 5)
      socket.on('close', () => clearInterval(trickle))
    },
    { answerTimeoutMs: 80 },
  )
  expect(await failureOf(ask())).toMatchObject({ code: 'unavailable', message: expect.stringContaining('within') })
})

test('a body over the limit is refused as soon as it is over, and its connection closed', async () => {
  const { ask, sockets } = await reach(
    (socket) => {
      socket.write(`${head(null)}\r\n`)
      const pour = (): void => {
        if (!socket.destroyed) socket.write(`400\r\n${'x'.repeat(1024)}\r\n`, pour)
      }
      pour()
    },
    { bodyLimitBytes: 64 * 1024 },
  )
  expect(await failureOf(ask())).toMatchObject({
    code: 'protocol',
    message: 'The service sent more than 0.0625 MB at once',
  })
  await expect.poll(() => [...sockets].every((socket) => socket.destroyed)).toBe(true)
})

test('a body of just the limit is read', async () => {
  const { ask } = await reach((socket) => socket.write(`${head(1024)}\r\n${'x'.repeat(1024)}`), {
    bodyLimitBytes: 1024,
  })
  expect((await ask()).body).toHaveLength(1024)
})

test('a redirect is not followed, and the bearer goes nowhere else', async () => {
  const elsewhere = await reach(() => undefined)
  const { ask } = await reach((socket) =>
    socket.write(`${head(0, '307 Moved')}location: http://127.0.0.1:${elsewhere.port}/\r\n\r\n`),
  )
  expect(await ask()).toEqual({ status: 307, body: Buffer.alloc(0) })
  expect(elsewhere.sockets.size).toBe(0)
})

test('what does not speak HTTP is a protocol error', async () => {
  const ssh = await reach((socket) => socket.write('SSH-2.0-OpenSSH\r\n'))
  expect(await failureOf(ssh.ask())).toMatchObject({ code: 'protocol' })
})

test('a caller that goes away cancels, before and within the answer', async () => {
  const leaving = new AbortController()
  const { ask } = await reach((socket) => {
    socket.write(`${head(100)}\r\n{"quo`)
    setImmediate(() => leaving.abort())
  })
  expect(await failureOf(ask(leaving.signal))).toMatchObject({ code: 'cancelled' })
  expect(await failureOf(ask(leaving.signal))).toMatchObject({ code: 'cancelled' })
})

test('connections that die without a word end their requests in bounded time, and none is used again', async () => {
  const dead = new Set<Socket>()
  const answerTimeoutMs = 200
  const { ask, sockets } = await reach(
    (socket) => {
      if (!dead.has(socket)) socket.write(`${head(2)}\r\n{}`)
    },
    { answerTimeoutMs },
  )
  await Promise.all([ask(), ask(), ask()])
  // Another network: what was connected hears nothing more, and nobody says so.
  for (const socket of sockets) dead.add(socket)
  const startedAt = performance.now()
  const ends: unknown[] = []
  for (let i = 0; i < 8; i++) ends.push(await ask().then(({ status }) => status, codeOf))
  expect(ends[0]).toBe('unavailable')
  // Each of them costs one request at the most.
  expect(ends.filter((end) => end === 'unavailable').length).toBeLessThanOrEqual(dead.size)
  expect(ends.at(-1)).toBe(200)
  expect(performance.now() - startedAt).toBeLessThan(2 * dead.size * answerTimeoutMs)
})
