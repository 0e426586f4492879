import { createServer, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { watchDownloads } from '../../scripts/electron-download.mjs'
import { FakeClock } from '../fakes/clock.ts'

/** A download of 100 MB by its header, of which the test sends each piece. */
async function startDownload() {
  const clock = new FakeClock()
  const lines: string[] = []
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const requested = once(server, 'request') as Promise<[unknown, ServerResponse]>
  const watched = watchDownloads({
    fetch,
    after: clock.after,
    now: clock.monotonic,
    report: (line) => void lines.push(line),
  })
  const fetching = watched(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  const [, response] = await requested
  return { clock, lines, fetching, response }
}

test('a slow download continues as long as bytes arrive, and shows its progress', async () => {
  const { clock, lines, fetching, response } = await startDownload()
  response.writeHead(200, { 'content-length': '100000000' })
  response.write('first')
  const reader = (await fetching).body!.getReader()
  await reader.read()
  for (let minute = 0; minute < 5; minute++) {
    await clock.advance(29_000)
    response.write(Buffer.alloc(1_000))
    let bytes = 0
    while (bytes < 1_000) bytes += (await reader.read()).value!.byteLength
  }
  expect(lines).toHaveLength(5)
  expect(lines.at(-1)).toBe('Downloading Electron: 0 of 100 MB')
})

test('a download that sends nothing for 30 s fails with the reason', async () => {
  const { clock, fetching, response } = await startDownload()
  response.writeHead(200, { 'content-length': '100000000' })
  response.write('first')
  const reader = (await fetching).body!.getReader()
  await reader.read()
  const next = expect(reader.read()).rejects.toThrow('no data for 30 s')
  await clock.advance(30_000)
  await next
})

test('a server that never replies fails after 30 s', async () => {
  const { clock, fetching } = await startDownload()
  const failure = expect(fetching).rejects.toThrow('no data for 30 s')
  await clock.advance(30_000)
  await failure
})

test('an address that cannot be reached is named with the cause', async () => {
  const clock = new FakeClock()
  const watched = watchDownloads({ fetch, after: clock.after, now: clock.monotonic, report: () => undefined })
  await expect(watched('http://127.0.0.1:1/')).rejects.toThrow(/^127\.0\.0\.1:1 cannot be reached: /)
  expect(clock.pending).toBe(0)
})
