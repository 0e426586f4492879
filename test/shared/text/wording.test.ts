import { expect, test } from 'vitest'
import type { Wording } from '../../../src/shared/model/wording.ts'
import { createFormat } from '../../../src/shared/text/format.ts'
import { plainWording, writeWording } from '../../../src/shared/text/wording.ts'
import { dec } from '../../main/cache/open-cache.ts'

const words: Wording = ['A purchase of ', { number: dec('12500.5') }, ' on ', { date: '2026-03-05' }, '.']

test('numbers and dates of a text are in the formats of the person, those for programs in none', () => {
  expect(plainWording(words)).toBe('A purchase of 12500.5 on 2026-03-05.')
  expect(writeWording(words, createFormat({ locale: 'de-DE' }))).toBe('A purchase of 12.500,5 on 5. März 2026.')
})
