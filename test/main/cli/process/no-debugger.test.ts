import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { isBuilt } from '../../../../scripts/build.mjs'
import { node } from '../../../../scripts/child.mjs'
import { makeTemporaryDirectory } from '../../../fakes/temporary-directory.ts'
import { until } from '../../../fakes/until.ts'
import { openStored } from '../stored-profile.ts'
import { programs } from './run-in.ts'

vi.setConfig({ testTimeout: 120_000 })

/** A module that is loaded first: SIGUSR2 asks whether the debugger is open, when a signal before has had its effect. */
const probe = `data:text/javascript,${encodeURIComponent(`
  import inspector from 'node:inspector'
  process.on('SIGUSR2', () => {
    setTimeout(() => process.stderr.write('debugger: ' + (inspector.url() ?? 'closed')), 200)
  })
`)}`

/** A signal that came while Node was starting, before any code of ours. */
const early = `data:text/javascript,${encodeURIComponent(`
  import inspector from 'node:inspector'
  process.kill(process.pid, 'SIGUSR1')
  while (inspector.url() === undefined) await new Promise((resolve) => setTimeout(resolve, 1))
`)}`

interface Started {
  readonly child: ChildProcessWithoutNullStreams
  /** All output so far. */
  readonly read: () => string
}

/** A debugger would take any free port. */
function start(script: string, args: readonly string[], preloads: readonly string[] = [probe]): Started {
  const imports = preloads.flatMap((module) => ['--import', module])
  const child = spawn(node, [...imports, '--inspect-port=0', script, ...args], {
    env: { ...process.env, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' },
  })
  onTestFinished(() => void child.kill())
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return { child, read: () => output }
}

async function expectClosed({ child, read }: Started): Promise<void> {
  child.kill('SIGUSR1')
  child.kill('SIGUSR2')
  await until(read, (output) => output.includes('debugger: '))
  expect(read()).toContain('debugger: closed')
  expect(read()).not.toContain('Debugger listening')
}

const greeting = {
  ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
}

/** The command line as an assistant keeps it running. */
async function startAssistant(script: string, preloads?: readonly string[]): Promise<Started> {
  const { dataDir } = await openStored()
  const started = start(script, ['mcp', '--data-dir', dataDir], preloads)
  started.child.stdin.write(`${JSON.stringify(greeting)}\n`)
  await until(started.read, (output) => output.includes('"id":1'))
  return started
}

async function startWeb(script: string): Promise<Started> {
  const started = start(script, ['--no-open', '--demo', 'small', '--data-dir', makeTemporaryDirectory()])
  await until(started.read, (output) => output.includes('http://127.0.0.1'))
  return started
}

const launcher = (name: string): string => fileURLToPath(new URL(`../../../../scripts/${name}`, import.meta.url))
const built = test.skipIf(!isBuilt() || process.platform === 'win32')

test.skipIf(process.platform === 'win32')('SIGUSR1 opens no debugger of the command line, which goes on', async () => {
  const started = await startAssistant(programs.cli)
  await expectClosed(started)
  started.child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'ping' })}\n`)
  await until(started.read, (output) => output.includes('"id":2'))
})

test.skipIf(process.platform === 'win32').each([
  ['the command line', programs.cli],
  ['its launcher', launcher('tidemark.mjs')],
])('a debugger of %s that was opened before its code was loaded is closed', async (_, script) => {
  const started = await startAssistant(script, [early, probe])
  expect(started.read()).toContain('Debugger listening')
  started.child.kill('SIGUSR2')
  await until(started.read, (output) => output.includes('debugger: '))
  expect(started.read()).toContain('debugger: closed')
})

built('SIGUSR1 opens no debugger of the launcher of the command line', async () => {
  await expectClosed(await startAssistant(launcher('tidemark.mjs')))
})

built.each(['the web host', 'its launcher'])('SIGUSR1 opens no debugger of %s, which goes on', async (what) => {
  const started = await startWeb(what === 'the web host' ? programs.web : launcher('web.mjs'))
  await expectClosed(started)
  started.child.kill('SIGTERM')
  await until(
    () => started.child.exitCode,
    (code) => code === 0,
  )
})
