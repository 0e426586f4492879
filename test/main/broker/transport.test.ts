import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createTransport, type TransportLimits } from '#main/broker/transport.ts'
import { systemClock } from '#main/time/clock.ts'
import { AppError } from '#shared/errors.ts'
import { failureOf } from './loopback.ts'

const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

/** A transport connected to a raw socket: `serve` writes the bytes of the response when a request has arrived. */
async function startServer(
  serve: (socket: Socket, request: string) => void,
  { limitBytes = 1024 * 1024, ...limits }: TransportLimits & { readonly limitBytes?: number } = {},
  scheme = 'http',
) {
  const sockets = new Set<Socket>()
  const server = createTcpServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('data', (data) => serve(socket, data.toString('latin1')))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const transport = createTransport(new URL(`${scheme}://127.0.0.1:${port}`), systemClock, {
    responseTimeoutMs: 5_000,
    ...limits,
  })
  stops.push(async () => {
    await transport.close()
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  const send = (signal = new AbortController().signal) =>
    transport.send(
      { method: 'GET', target: '/v1/usage', body: null },
      { bearer: 'token-of-mine', signal, limits: { bytes: limitBytes } },
    )
  return { send, sockets, port, stopListening: () => new Promise((resolve) => server.close(resolve)) }
}
const codeOf = (error: unknown): unknown => (error instanceof AppError ? error.code : error)
const head = (length: number | null, status = '200 OK'): string =>
  `HTTP/1.1 ${status}\r\n${length === null ? 'transfer-encoding: chunked' : `content-length: ${length}`}\r\n`

test('a response of any status is returned as it was sent', async () => {
  const { send } = await startServer((socket) => socket.write(`${head(5, '418 Teapot')}\r\n"\u00c3\u00a9l"`, 'latin1'))
  expect(await send()).toEqual({ status: 418, body: Buffer.from('"él"') })
})

test('a refused connection is offline, and the message contains only the error code', async () => {
  const { send, stopListening } = await startServer(() => undefined)
  await stopListening()
  expect(await failureOf(send())).toMatchObject({
    code: 'offline',
    message: 'The service cannot be reached (ECONNREFUSED)',
  })
})

test('a host name that does not resolve is offline', async () => {
  const transport = createTransport(new URL('https://nowhere.invalid'), systemClock)
  stops.push(() => transport.close())
  const failure = await failureOf(
    transport.send(
      { method: 'GET', target: '/', body: null },
      { bearer: null, signal: new AbortController().signal, limits: { bytes: 1024 } },
    ),
  )
  expect(failure).toMatchObject({ code: 'offline' })
})

test('a connection that is not established is offline after the connect timeout', async () => {
  // The TLS handshake gets no response.
  const { send } = await startServer(() => undefined, { connectTimeoutMs: 60 }, 'https')
  expect(await failureOf(send())).toMatchObject({
    code: 'offline',
    message: expect.stringContaining('UND_ERR_CONNECT_TIMEOUT'),
  })
})

test('a connection that is reset before the response is offline', async () => {
  const { send } = await startServer((socket) => socket.resetAndDestroy())
  expect(await failureOf(send())).toMatchObject({ code: 'offline' })
})

test('a connection that is closed before the response is offline', async () => {
  const { send } = await startServer((socket) => socket.end())
  expect(await failureOf(send())).toMatchObject({ code: 'offline' })
})

test('a connection that closes within the response is unavailable', async () => {
  const { send } = await startServer((socket) => socket.write(`${head(100)}\r\n{"quo`, () => socket.destroy()))
  expect(await failureOf(send())).toMatchObject({ code: 'unavailable', message: expect.stringContaining('broke off') })
})

test('a missing response is unavailable after the response timeout', async () => {
  const { send } = await startServer(() => undefined, { responseTimeoutMs: 60 })
  expect(await failureOf(send())).toMatchObject({
    code: 'unavailable',
    message: 'The service did not respond within 0.06 s',
  })
})

test('a response that arrives slowly and never ends is unavailable after the response timeout', async () => {
  const { send } = await startServer(
    (socket) => {
      socket.write(`${head(null)}\r\n`)
      const timer = setInterval(() => socket.write('1\r\n \r\n'), 5)
      socket.on('close', () => clearInterval(timer))
    },
    { responseTimeoutMs: 80 },
  )
  expect(await failureOf(send())).toMatchObject({ code: 'unavailable', message: expect.stringContaining('within') })
})

test('a body is rejected as soon as it exceeds the size limit, and its connection is closed', async () => {
  const { send, sockets } = await startServer(
    (socket) => {
      socket.write(`${head(null)}\r\n`)
      const writeChunks = (): void => {
        if (!socket.destroyed) socket.write(`400\r\n${'x'.repeat(1024)}\r\n`, writeChunks)
      }
      writeChunks()
    },
    { limitBytes: 64 * 1024 },
  )
  expect(await failureOf(send())).toMatchObject({
    code: 'protocol',
    message: 'The answer of the service is too large: it has more than 64 kB',
  })
  await expect.poll(() => [...sockets].every((socket) => socket.destroyed)).toBe(true)
})

test('a body of exactly the size limit is read', async () => {
  const { send } = await startServer((socket) => socket.write(`${head(1024)}\r\n${'x'.repeat(1024)}`), {
    limitBytes: 1024,
  })
  expect((await send()).body).toHaveLength(1024)
})

test('a redirect is not followed, and the token is sent to no other server', async () => {
  const redirectTarget = await startServer(() => undefined)
  const { send } = await startServer((socket) =>
    socket.write(`${head(0, '307 Moved')}location: http://127.0.0.1:${redirectTarget.port}/\r\n\r\n`),
  )
  expect(await send()).toEqual({ status: 307, body: Buffer.alloc(0) })
  expect(redirectTarget.sockets.size).toBe(0)
})

test('a server that does not speak HTTP causes a protocol error', async () => {
  const ssh = await startServer((socket) => socket.write('SSH-2.0-OpenSSH\r\n'))
  expect(await failureOf(ssh.send())).toMatchObject({ code: 'protocol' })
})

test('aborting a call cancels it, before and within the response', async () => {
  const aborting = new AbortController()
  const { send } = await startServer((socket) => {
    socket.write(`${head(100)}\r\n{"quo`)
    setImmediate(() => aborting.abort())
  })
  expect(await failureOf(send(aborting.signal))).toMatchObject({ code: 'cancelled' })
  expect(await failureOf(send(aborting.signal))).toMatchObject({ code: 'cancelled' })
})

test('requests on dead connections fail after the response timeout, and no dead connection is reused', async () => {
  const dead = new Set<Socket>()
  const responseTimeoutMs = 200
  const { send, sockets } = await startServer(
    (socket) => {
      if (!dead.has(socket)) socket.write(`${head(2)}\r\n{}`)
    },
    { responseTimeoutMs },
  )
  await Promise.all([send(), send(), send()])
  // This simulates a change of network: the open connections receive no more data and no error.
  for (const socket of sockets) dead.add(socket)
  const results: unknown[] = []
  for (let i = 0; i < 8; i++) results.push(await send().then(({ status }) => status, codeOf))
  expect(results[0]).toBe('unavailable')
  // Each dead connection costs at most one request.
  expect(results.filter((result) => result === 'unavailable').length).toBeLessThanOrEqual(dead.size)
  expect(results.at(-1)).toBe(200)
})
