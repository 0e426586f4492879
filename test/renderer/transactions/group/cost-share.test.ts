import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readShare, shareText } from '#renderer/transactions/group/cost-share.ts'
import { createFormat } from '#shared/text/format.ts'
import { dec } from '../../fixtures/data.ts'

test.each([
  ['25', '0.25'],
  ['12.5', '0.125'],
  ['12,5', '0.125'],
  ['33,333', '0.33333'],
  [' 0.0001 % ', '0.000001'],
  ['99.9999', '0.999999'],
])('%s percent is the share %s', (typed, share) => {
  expect(readShare(typed)).toBe(share)
})

test.each(['', '%', '0', '0.00', '100', '100,0', '-5', '1 000', '1.2.3', '1,2,3', 'ten', '33.33333'])(
  '"%s" is no share',
  (typed) => {
    expect(readShare(typed)).toBeNull()
  },
)

test('a share is written with all of its digits, and is read again as the same share', () => {
  const format = createFormat({ locale: 'ru-RU' })
  expect(shareText(dec('0.33333'), format)).toMatch(/^33,333\s?%$/)
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 999_999 }), (units) => {
      const share = dec(`0.${units.toString().padStart(6, '0')}`.replace(/0+$/, ''))
      expect(readShare(shareText(share, format))).toBe(share)
    }),
  )
})
