import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { node, run } from '../../../scripts/child.mjs'

const closing = fileURLToPath(new URL('./close-while-asked.ts', import.meta.url))

test('a process runs until a thread that is closed has ended, also when a reply comes meanwhile', async () => {
  const { code, output } = await run(node, [closing])
  expect([code, output]).toEqual([0, 'closed'])
})
