import { expect, test } from 'vitest'
import { hashPin, isPin } from '#main/lock/pin-hash.ts'

test('a hash with the full cost matches its PIN in each Unicode form, and no other PIN', async () => {
  const kept = await hashPin('caf\u00e9 2580')
  expect(kept).toMatchObject({ cost: 32_768, blockSize: 8 })
  expect(await isPin('cafe\u0301 2580', kept)).toBe(true)
  expect(await isPin('cafe 2580', kept)).toBe(false)
})
