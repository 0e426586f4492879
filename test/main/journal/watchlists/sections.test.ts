import { expect, test } from 'vitest'
import { d } from '../../insight/make.ts'
import { createLists } from './rig.ts'

test('a target price belongs to an instrument of one list, and is copied with the list', () => {
  const lists = createLists()
  lists.create('A', ['A@X', 'B@X'])
  lists.setTarget('w1', 'B@X', d('12.50'))
  expect(lists.get('w1').targets).toEqual([{ symbol: 'B@X', price: '12.5' }])
  expect(lists.duplicate('w1', 'Copy').targets).toEqual(lists.get('w1').targets)
  lists.setTarget('w1', 'B@X', null)
  expect([lists.get('w1').targets, lists.get('w2').targets]).toEqual([[], [{ symbol: 'B@X', price: '12.5' }]])
  expect(() => lists.setTarget('w1', 'C@X', d('1'))).toThrow('not in the watchlist')
})

test('sections keep their instruments together, and a moved instrument joins the section of the row whose place it takes', () => {
  const lists = createLists()
  lists.create('A', ['A@X', 'B@X', 'C@X', 'D@X'])
  lists.setSection('w1', 'D@X', 'Banks')
  lists.setSection('w1', 'B@X', 'Banks')
  const shape = () => [
    lists
      .get('w1')
      .symbols.map((symbol) => symbol[0])
      .join(''),
    lists.get('w1').sections,
  ]
  expect(shape()).toEqual(['ACDB', [{ name: 'Banks', symbols: ['D@X', 'B@X'] }]])
  lists.moveSymbol('w1', 'C@X', 2)
  expect(shape()).toEqual(['ADCB', [{ name: 'Banks', symbols: ['D@X', 'C@X', 'B@X'] }]])
  lists.moveSymbol('w1', 'D@X', 0)
  expect(shape()).toEqual(['DACB', [{ name: 'Banks', symbols: ['C@X', 'B@X'] }]])
  lists.renameSection('w1', 'Banks', 'Lenders')
  expect(lists.get('w1').sections.map(({ name }) => name)).toEqual(['Lenders'])
  lists.renameSection('w1', 'Lenders', null)
  expect(shape()).toEqual(['DACB', []])
  expect(() => lists.renameSection('w1', 'Banks', null)).toThrow('no longer exists')
})

test('an instrument can be moved to a named section, as an undo does at the edge of a section', () => {
  const lists = createLists()
  lists.create('A', ['A@X', 'B@X', 'C@X', 'D@X'])
  for (const symbol of ['C@X', 'D@X']) lists.setSection('w1', symbol, 'Banks')
  const before = lists.get('w1')
  lists.moveSymbol('w1', 'B@X', 2)
  expect(lists.get('w1').sections).toEqual([{ name: 'Banks', symbols: ['C@X', 'B@X', 'D@X'] }])
  lists.moveSymbol('w1', 'B@X', 1, null)
  expect(lists.get('w1')).toEqual(before)
  lists.moveSymbol('w1', 'C@X', 0)
  lists.moveSymbol('w1', 'C@X', 2, 'Banks')
  expect(lists.get('w1')).toEqual(before)
})

test('an added instrument joins the section of the row before its place', () => {
  const lists = createLists()
  lists.create('A', ['A@X', 'B@X'])
  lists.setSection('w1', 'B@X', 'Banks')
  lists.addSymbols('w1', ['C@X'])
  lists.addSymbols('w1', ['D@X'], { index: 1 })
  expect(lists.get('w1')).toMatchObject({
    symbols: ['A@X', 'D@X', 'B@X', 'C@X'],
    sections: [{ name: 'Banks', symbols: ['B@X', 'C@X'] }],
  })
})

test('an instrument can be added to a named section, also as its only or first instrument', () => {
  const lists = createLists()
  lists.create('A', ['A@X', 'B@X', 'C@X'])
  for (const symbol of ['B@X', 'C@X']) lists.setSection('w1', symbol, 'Banks')
  lists.removeSymbol('w1', 'B@X')
  lists.addSymbols('w1', ['B@X'], { index: 1, section: 'Banks' })
  expect(lists.get('w1').sections).toEqual([{ name: 'Banks', symbols: ['B@X', 'C@X'] }])
  for (const symbol of ['B@X', 'C@X']) lists.removeSymbol('w1', symbol)
  lists.addSymbols('w1', ['C@X'], { index: 1, section: 'Banks' })
  expect(lists.get('w1')).toMatchObject({ symbols: ['A@X', 'C@X'], sections: [{ name: 'Banks', symbols: ['C@X'] }] })
  lists.addSymbols('w1', ['D@X'], { section: null })
  expect(lists.get('w1').symbols).toEqual(['A@X', 'D@X', 'C@X'])
  expect(() => lists.addSymbols('w1', ['E@X'], { section: ' ' })).toThrow()
  expect(lists.get('w1').symbols).not.toContain('E@X')
})
