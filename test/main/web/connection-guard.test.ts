import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { until } from '../../fakes/until.ts'
import { startHost } from './host.ts'

const limits = { maxConnections: 1024, maxUnproven: 64, headersMs: 60_000, requestMs: 60_000 }

/** Opens connections without a credential and sends the given start of a request on each; counts those that are closed. */
async function holdConnections(port: number, count: number, text: string) {
  const otherClient = { closed: 0 }
  const sockets: Socket[] = []
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
  })
  for (let i = 0; i < count; i++) {
    const socket = connect(port, '127.0.0.1')
    sockets.push(socket)
    // A socket that is not read does not report that it was closed.
    socket.on('error', () => undefined).resume()
    socket.on('close', () => otherClient.closed++)
    await new Promise<void>((resolve) => socket.once('connect', () => socket.write(text, () => resolve())))
  }
  return otherClient
}

test.each([
  ['nothing', ''],
  ['half of the headers', 'GET /api/events HTTP/1.1\r\nHost: x\r\n'],
  ['half of a body', 'POST /api/request HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{'],
])('400 connections without a credential that send %s do not block the user', async (_, text) => {
  const { host, port, send, post, bearer, events } = await startHost(undefined, { limits })
  const stream = send({ path: '/api/events', headers: bearer })
  const ended = expect(stream).rejects.toThrow()
  await until(() => events.listeners === 2, Boolean)
  const otherClient = await holdConnections(port, 400, text)
  expect(await post('{"method":"app.read"}')).toMatchObject({ status: 200 })
  expect(await send({})).toMatchObject({ status: 200 })
  await until(() => otherClient.closed >= 400 - limits.maxUnproven, Boolean)
  // The event stream of the user is the oldest connection, and is not closed.
  expect(events.listeners).toBe(2)
  await host.close()
  await ended
})

test.each([
  ['headers', { ...limits, headersMs: 50 }, 'GET / HTTP/1.1\r\n'],
  ['a body', { ...limits, headersMs: 50, requestMs: 100 }, 'POST /api/request HTTP/1.1\r\nContent-Length: 9\r\n'],
])('a connection that never completes %s is closed', async (_, short, text) => {
  const { port } = await startHost(undefined, { limits: short })
  const otherClient = await holdConnections(port, 3, text)
  await until(() => otherClient.closed === 3, Boolean)
})
