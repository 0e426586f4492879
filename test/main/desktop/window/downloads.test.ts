import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { Downloads } from '#main/desktop/window/downloads.ts'

test('locking cancels the downloads that are not finished', () => {
  const cancelled: string[] = []
  const downloads = new Downloads()
  const [first, second] = ['first', 'second'].map((name) =>
    Object.assign(new EventEmitter(), { cancel: () => void cancelled.push(name) }),
  )
  for (const item of [first, second]) downloads.add(item as unknown as Parameters<Downloads['add']>[0])
  first?.emit('done')
  downloads.cancelAll()
  expect(cancelled).toEqual(['second'])
})
