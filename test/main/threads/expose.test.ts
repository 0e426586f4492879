import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { inLanguageOf } from '#main/threads/expose.ts'
import { writeTextsIn } from '#shared/language.ts'
import { m } from '#shared/messages/messages.js'

afterEach(() => writeTextsIn(() => 'en'))

test('two requests that run alternately in different languages each keep their language', async () => {
  const work = async (): Promise<string[]> => {
    const read = [m.common_cash()]
    for (let turn = 0; turn < 3; turn++) {
      await pause(0)
      read.push(m.common_cash())
    }
    return read
  }
  const results = (['en', 'ru'] as const).map((language) => inLanguageOf(language, work))
  expect(await Promise.all(results)).toEqual([Array(4).fill('Cash'), Array(4).fill('Деньги')])
})
