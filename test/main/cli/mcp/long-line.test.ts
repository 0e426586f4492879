import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { node } from '../../../../scripts/child.mjs'
import { cli } from '../run-cli.ts'
import { openStored } from '../stored-profile.ts'

test('an assistant that sends a line without an end is disconnected before it fills the memory', async () => {
  const { dataDir } = await openStored()
  const child = spawn(node, [cli, 'mcp', '--data-dir', dataDir])
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  // The process ends while the line is being sent.
  child.stdin.on('error', () => undefined)
  child.stdin.write('['.repeat(1024 * 1024))
  const [code] = (await once(child, 'close')) as [number | null]
  expect(code).not.toBe(null)
  expect(errors).toContain('the connection to an assistant')
}, 30_000)
