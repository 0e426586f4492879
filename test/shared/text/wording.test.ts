import { expect, test } from 'vitest'
import type { Wording } from '#shared/model/wording.ts'
import { createFormat } from '#shared/text/format.ts'
import { plainWording, writeWording } from '#shared/text/wording.ts'
import { dec } from '../../main/cache/open-cache.ts'

const words: Wording = ['A purchase of ', { number: dec('12500.5') }, ' on ', { date: '2026-03-05' }, '.']

test('a text has the number and date formats of the user; a text for programs has none', () => {
  expect(plainWording(words)).toBe('A purchase of 12500.5 on 2026-03-05.')
  expect(writeWording(words, createFormat({ locale: 'de-DE' }))).toBe('A purchase of 12.500,5 on 5. März 2026.')
})

test('money has the decimal places of its currency, or more when the amount has more', () => {
  const write = (money: string, currency: string) =>
    writeWording([{ money: dec(money), currency }], createFormat({ locale: 'en-GB' }))
  expect(write('12.4', 'USD')).toBe('12.40')
  expect(write('12.405', 'USD')).toBe('12.405')
  expect(write('1240', 'JPY')).toBe('1,240')
  expect(plainWording([{ money: dec('12.4'), currency: 'USD' }, ' USD'])).toBe('12.4 USD')
})
