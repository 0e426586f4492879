import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { run } from '../../scripts/child.mjs'
import { until } from '../fakes/until.ts'

/** Starts a grandchild that does not exit by itself, prints its pid and waits. */
const parent = `
  const child = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
  console.log('pid ' + child.pid)
  setInterval(() => {}, 1000)
`
const pidIn = (output: string): number => Number(/pid (\d+)/.exec(output)?.[1])

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
const gone = (pid: number) =>
  until(
    () => isAlive(pid),
    (alive) => !alive,
  )

test.skipIf(process.platform === 'win32')(
  'a command that exceeds its timeout is stopped with all its child processes',
  async () => {
    const { timedOut, output } = await run(process.execPath, ['-e', parent], { timeoutMs: 1_500 })
    expect(timedOut).toBe(true)
    expect(pidIn(output)).toBeGreaterThan(0)
    await gone(pidIn(output))
  },
)

test.skipIf(process.platform === 'win32').each(['SIGINT', 'SIGTERM'] as const)(
  'a running command is stopped with all its child processes on %s',
  async (signal) => {
    const module = new URL('../../scripts/child.mjs', import.meta.url).href
    const code = `
      const { run } = await import(${JSON.stringify(module)})
      process.stderr.write = process.stdout.write.bind(process.stdout)
      await run(process.execPath, ['-e', ${JSON.stringify(parent)}], { echo: true })
    `
    const runner = spawn(process.execPath, ['--input-type=module', '-e', code], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let output = ''
    runner.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    const pid = await until(
      () => pidIn(output),
      (found) => found > 0,
    )
    expect(isAlive(pid)).toBe(true)
    const ended = once(runner, 'exit')
    runner.kill(signal)
    expect((await ended)[0]).toBe(signal === 'SIGINT' ? 130 : 143)
    await gone(pid)
  },
)
