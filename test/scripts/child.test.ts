import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { node } from '../../scripts/child.mjs'

const module = new URL('../../scripts/child.mjs', import.meta.url).href

/** A launcher that runs a program; both are ready when this resolves. */
async function launch(program: string) {
  const script = `
    import { handOver, node } from ${JSON.stringify(module)}
    process.exitCode = await handOver(node, ['-e', ${JSON.stringify(program)}])`
  const launcher = spawn(node, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(launcher.stdout, 'data')
  return launcher
}

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)('a launcher passes %s on, and ends with the code of a shell', async (signal, code) => {
  const launcher = await launch(`setInterval(() => undefined, 1000); console.log('ready')`)
  launcher.kill(signal)
  expect(await once(launcher, 'close')).toEqual([code, null])
})

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'a program that handles %s chooses the code of its launcher',
  async (signal) => {
    const launcher = await launch(
      `process.on('${signal}', () => process.exit(7)); setInterval(() => undefined, 1000); console.log('ready')`,
    )
    launcher.kill(signal)
    expect(await once(launcher, 'close')).toEqual([7, null])
  },
)
