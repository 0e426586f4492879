import { PassThrough } from 'node:stream'
import type { ReadStream } from 'node:tty'
import { expect, test } from 'vitest'
import { onEnter } from '#main/web/open-page.ts'

test('without a terminal nothing is read', () => {
  const input = Object.assign(new PassThrough(), { isTTY: false }) as unknown as ReadStream
  expect(onEnter(input, () => undefined)).toBe(false)
  expect(input.listenerCount('data')).toBe(0)
})
