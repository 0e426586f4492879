import { afterEach, expect, test } from 'vitest'
import { requests } from '#shared/contract/contract.ts'
import { writeTextsIn } from '#shared/language.ts'

afterEach(() => writeTextsIn(() => 'en'))

test('a schema writes its errors in the current language', () => {
  const refused = () =>
    requests['income.list'].params
      .safeParse({ accountId: null, from: 2, to: 1 })
      .error?.issues.map(({ path, message }) => [path, message])
  expect(refused()).toEqual([[['to'], 'must be after from']])
  writeTextsIn(() => 'ru')
  expect(refused()).toEqual([[['to'], 'должно быть позже from']])
})
