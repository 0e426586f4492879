import { expect, test } from 'vitest'
import { keepShockSets, readShockSets } from '#main/margin/shock-sets.ts'
import type { ShockSet } from '#shared/model/margin.ts'
import { d } from '../insight/make.ts'
import { startSync } from '../sync/harness.ts'

const set = (name: string): ShockSet => ({
  ...{ id: name, name },
  shocks: [{ by: 'all', key: null, percent: d('-10') }],
})

test('a set of another version is skipped, and is kept when others are saved', () => {
  const { settings } = startSync().journal
  const later = { id: 'x', name: 'Curves', shocks: [{ by: 'curve', key: 'RUB', percent: '1' }] }
  settings.setAll({ shockSets: [later, set('Fall')] })
  expect(readShockSets(settings).map(({ name }) => name)).toEqual(['Fall'])
  keepShockSets(settings, [set('Rise'), set('Fall')])
  expect(readShockSets(settings).map(({ name }) => name)).toEqual(['Fall', 'Rise'])
  expect(settings.all()['shockSets']).toContainEqual(later)
})

test('more than a hundred sets are refused, and nothing is lost', () => {
  const { settings } = startSync().journal
  keepShockSets(settings, [set('Fall')])
  const many = Array.from({ length: 101 }, (_, index) => set(String(index)))
  expect(() => keepShockSets(settings, many)).toThrow(/cannot have this value/)
  expect(readShockSets(settings)).toEqual([set('Fall')])
})
