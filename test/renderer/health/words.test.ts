import { expect, test } from 'vitest'
import { formatBytes } from '#renderer/lib/bytes.ts'
import { quotaWords } from '#renderer/lib/words/budget-words.ts'
import { createFormat } from '#shared/text/format.ts'

const format = createFormat({ locale: 'en-GB' })

test('unknown numbers of a quota are shown as unknown', () => {
  const quota = { name: 'q', resetAt: null }
  expect(quotaWords({ ...quota, limit: null, remaining: null }, format)).toBe('not stated')
  expect(quotaWords({ ...quota, limit: 200, remaining: null }, format)).toBe('— of 200 left')
  expect(quotaWords({ ...quota, limit: null, remaining: 0 }, format)).toBe('0 left')
})

test('a size is shown in the unit that suits it', () => {
  const sizes = [0, 999, 1000, 90_112, 18_345_984, 3.2e12].map((bytes) =>
    formatBytes(bytes, format).replace('\u00a0', ' '),
  )
  expect(sizes).toEqual(['0 B', '999 B', '1.0 kB', '90.1 kB', '18.3 MB', '3.2 TB'])
})
