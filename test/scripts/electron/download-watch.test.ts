import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { node } from '../../../scripts/child.mjs'
import { watchDownloads } from '../../../scripts/electron/download-watch.mjs'
import { FakeClock } from '../../fakes/clock.ts'
import { makeTemporaryDirectory } from '../../fakes/temporary-directory.ts'

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
  expect(lines.at(-1)).toBe('Downloading Electron: 0.0 of 100 MB')
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

const electronPackage = join(import.meta.dirname, '..', '..', '..', 'node_modules', 'electron')

// An installed binary is not downloaded again.
test.skipIf(existsSync(join(electronPackage, 'dist')))(
  'the installer of Electron shows the progress of a slow mirror',
  async () => {
    const mirror = createServer((_, response) => {
      response.writeHead(200, { 'content-length': 2_000_000 })
      const timer = setInterval(() => response.write(Buffer.alloc(20_000)), 100)
      response.on('close', () => clearInterval(timer))
    })
    mirror.listen(0, '127.0.0.1')
    await once(mirror, 'listening')
    const watch = join(import.meta.dirname, '..', '..', '..', 'scripts', 'electron', 'download-watch.mjs')
    const installer = spawn(node, ['--import', pathToFileURL(watch).href, join(electronPackage, 'install.js')], {
      env: {
        ...process.env,
        ELECTRON_MIRROR: `http://127.0.0.1:${(mirror.address() as AddressInfo).port}/`,
        force_no_cache: 'true',
        electron_config_cache: makeTemporaryDirectory(),
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    onTestFinished(() => {
      installer.kill()
      mirror.closeAllConnections()
      mirror.close()
    })
    const [first] = (await once(installer.stderr, 'data')) as [Buffer]
    expect(first.toString()).toMatch(/^Downloading Electron: [01]\.\d of 2\.0 MB\n$/)
    expect(installer.exitCode).toBeNull()
  },
)
