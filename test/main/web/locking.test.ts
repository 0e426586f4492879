import { truncateSync, writeFileSync } from 'node:fs'
import { request, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { until } from '../../fakes/until.ts'
import { startHost } from './host.ts'

/** Much larger than the buffers of a connection. */
const largeBytes = 64 * 1024 * 1024

/** A host and functions that lock it and open a response. */
async function startLockable(dispatch?: Parameters<typeof startHost>[0], reportPath?: (id: string) => string) {
  const lock = { isLocked: false }
  const host = await startHost(dispatch, { lock, ...(reportPath === undefined ? {} : { reportPath }) })
  const close = (): void => {
    lock.isLocked = true
    host.events.publish('lock.changed')
  }
  /** A response whose body is not read yet. */
  const open = (path: string, body?: string): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const method = body === undefined ? 'GET' : 'POST'
      request({ host: '127.0.0.1', port: host.port, method, path, headers: host.bearer, agent: false }, resolve)
        .on('error', reject)
        .end(body)
    })
  return { ...host, close, open }
}

/** Reads the rest of a response. `isComplete` is false if the connection was closed before its end. */
async function readRest(response: IncomingMessage): Promise<{ readonly text: string; readonly isComplete: boolean }> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) chunks.push(chunk)
  } catch {
    // The connection was closed.
  }
  return { text: Buffer.concat(chunks).toString(), isComplete: response.complete }
}

test('a download that is in progress when the app is locked is aborted', async () => {
  const { root, open, close } = await startLockable()
  const path = join(root, 'report-1-full.html')
  writeFileSync(path, 'figures')
  truncateSync(path, largeBytes)
  const response = await open('/reports/known')
  expect([response.statusCode, response.headers['content-length']]).toEqual([200, String(largeBytes)])
  close()
  const { text, isComplete } = await readRest(response)
  expect(isComplete).toBe(false)
  expect(text.length).toBeLessThan(largeBytes / 2)
})

test('a download whose file is found only after the app was locked is refused', async () => {
  let calls = 0
  const { root, open } = await startLockable(undefined, () => {
    if (++calls > 1) throw new AppError('locked', 'Tidemark is locked.')
    return join(root, 'report-1-full.html')
  })
  writeFileSync(join(root, 'report-1-full.html'), 'figures')
  const response = await open('/reports/known')
  expect(response.statusCode).toBe(423)
  expect((await readRest(response)).text).toBe('Tidemark is locked.\n')
})

test('an answer that is being sent when the app is locked is cut', async () => {
  const { open, close } = await startLockable(async () => ({ ok: true, value: 'x'.repeat(largeBytes) }))
  const response = await open('/api/request', '{"method":"app.read"}')
  close()
  const { text, isComplete } = await readRest(response)
  expect(isComplete).toBe(false)
  expect(text.length).toBeLessThan(largeBytes / 2)
})

test('events that were not sent when the app is locked are not sent', async () => {
  const { open, events, close } = await startLockable()
  const response = await open('/api/events')
  await until(() => events.listeners === 2, Boolean)
  events.publish('quotes.changed', { symbols: ['SBER@MISX'] })
  close()
  expect(await readRest(response)).toEqual({ text: '', isComplete: false })
})

test('an event stream without unsent events stays open and announces the lock, and a request to unlock is answered', async () => {
  const pendingReplies: (() => void)[] = []
  const { open, events, close } = await startLockable(
    () => new Promise((resolve) => pendingReplies.push(() => resolve({ ok: true, value: 'opened' }))),
  )
  const stream = await open('/api/events')
  await until(() => events.listeners === 2, Boolean)
  const unlocking = open('/api/request', '{"method":"lock.unlock"}')
  await until(() => pendingReplies.length === 1, Boolean)
  close()
  const first = await new Promise<Buffer>((resolve) => stream.once('data', resolve))
  expect(first.toString()).toBe('data: {"topic":"lock.changed"}\n\n')
  pendingReplies[0]?.()
  expect(await readRest(await unlocking)).toEqual({ text: '{"ok":true,"value":"opened"}', isComplete: true })
  stream.destroy()
})
