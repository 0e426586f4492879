import Database from 'better-sqlite3'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { migrations } from '#main/journal/migrations.ts'
import { Watchlists } from '#main/journal/watchlists/watchlists.ts'
import { migrate } from '#main/sqlite/migrate.ts'
import { maxLists, maxListSymbols } from '#shared/watchlist-text.ts'
import { openTestJournal } from '../open-journal.ts'
import { createLists, many, names, type Lists } from './rig.ts'

test('watchlists are created, renamed, ordered and removed', () => {
  const lists = createLists()
  for (const name of ['A', ' B ', 'C']) lists.create(name)
  lists.rename('w3', 'See')
  lists.move('w3', 0)
  expect(names(lists)).toEqual(['See', 'A', 'B'])
  lists.move('w3', 99)
  expect(names(lists)).toEqual(['A', 'B', 'See'])
  lists.remove('w2')
  expect(lists.create('D')).toEqual({ id: 'w4', name: 'D', symbols: [], columns: null, targets: [], sections: [] })
  expect(names(lists)).toEqual(['A', 'See', 'D'])
})

test('symbols are added once, moved, and removed with their list', () => {
  const lists = createLists()
  lists.create('A')
  for (const symbol of ['A@X', 'B@X', 'C@X', 'A@X']) lists.addSymbol('w1', symbol)
  expect(lists.get('w1').symbols).toEqual(['A@X', 'B@X', 'C@X'])
  lists.moveSymbol('w1', 'A@X', 1)
  expect(lists.get('w1').symbols).toEqual(['B@X', 'A@X', 'C@X'])
  lists.moveSymbol('w1', 'C@X', 0)
  lists.removeSymbol('w1', 'B@X')
  lists.removeSymbol('w1', 'never there')
  lists.addSymbol('w1', 'B@X')
  expect(lists.get('w1').symbols).toEqual(['C@X', 'A@X', 'B@X'])
  lists.remove('w1')
  lists.create('again')
  expect(lists.get('w2').symbols).toEqual([])
})

test('many symbols are added in one call, at the end or at an index; existing ones are returned and keep their places', () => {
  const lists = createLists()
  lists.create('A', ['A@X', 'B@X', 'A@X'])
  expect(lists.addSymbols('w1', ['C@X', ' B@X ', 'C@X'])).toEqual({ added: ['C@X'], present: ['B@X'] })
  expect(lists.addSymbols('w1', ['D@X', 'E@#X', 'F@_Ab'], { index: 1 }).added).toEqual(['D@X', 'E@#X', 'F@_Ab'])
  expect(lists.get('w1').symbols).toEqual(['A@X', 'D@X', 'E@#X', 'F@_Ab', 'B@X', 'C@X'])
})

test('a copy comes after its list, has the same symbols and columns, and changes independently', () => {
  const lists = createLists()
  lists.create('A', ['A@X', 'B@X'])
  lists.create('Z')
  lists.setColumns('w1', ['volume', 'last', 'volume'])
  expect(lists.duplicate('w1', 'A copy')).toEqual({
    id: 'w3',
    name: 'A copy',
    symbols: ['A@X', 'B@X'],
    columns: ['volume', 'last'],
    targets: [],
    sections: [],
  })
  lists.removeSymbol('w3', 'A@X')
  lists.setColumns('w3', null)
  expect(names(lists)).toEqual(['A', 'A copy', 'Z'])
  expect(lists.get('w1')).toMatchObject({ symbols: ['A@X', 'B@X'], columns: ['volume', 'last'] })
  expect(lists.get('w3')).toMatchObject({ symbols: ['B@X'], columns: null, targets: [], sections: [] })
})

test('unknown columns of another version are skipped; an invalid column list counts as the default', () => {
  const db = openTestJournal()
  const lists = createLists(db)
  lists.create('A')
  lists.create('B')
  db.exec(`UPDATE watchlist SET columns = '["last","aura","bid"]' WHERE id = 'w1';
           UPDATE watchlist SET columns = '{broken' WHERE id = 'w2'`)
  const reopened = createLists(db)
  expect(reopened.list().map(({ columns }) => columns)).toEqual([['last', 'bid'], null])
})

test.each<[string, (lists: Lists) => unknown, string]>([
  ['an empty name', (lists) => lists.create('  '), 'invalid'],
  ['a name too long', (lists) => lists.rename('w1', 'x'.repeat(81)), 'invalid'],
  ['an empty symbol', (lists) => lists.addSymbol('w1', ' '), 'invalid'],
  ['a symbol of two lines', (lists) => lists.addSymbol('w1', 'A\nB@X'), 'invalid'],
  ['one bad symbol among good ones', (lists) => lists.addSymbols('w1', ['B@X', ' ', 'C@X']), 'invalid'],
  ['a new list with a bad symbol', (lists) => lists.create('B', ['B@X', '']), 'invalid'],
  ['more than a list holds', (lists) => lists.addSymbols('w1', many(maxListSymbols)), 'invalid'],
  ['a new list of too many', (lists) => lists.create('B', many(maxListSymbols + 1)), 'invalid'],
  ['an unknown list', (lists) => lists.addSymbol('w9', 'A@X'), 'not-found'],
  ['an unknown list to copy', (lists) => lists.duplicate('w9', 'B'), 'not-found'],
  ['an unknown list to remove', (lists) => lists.remove('w9'), 'not-found'],
  ['an unknown list to move', (lists) => lists.move('w9', 0), 'not-found'],
  ['columns of an unknown list', (lists) => lists.setColumns('w9', ['last']), 'not-found'],
  ['an unknown symbol to move', (lists) => lists.moveSymbol('w1', 'Z@X', 0), 'not-found'],
])('%s is refused and changes nothing', (_, attempt, code) => {
  const db = openTestJournal()
  const lists = createLists(db)
  lists.create('A')
  lists.addSymbol('w1', 'A@X')
  expect(() => attempt(lists)).toThrow(expect.objectContaining({ code }))
  const before = [{ id: 'w1', name: 'A', symbols: ['A@X'], columns: null, targets: [], sections: [] }]
  expect(lists.list()).toEqual(before)
  expect(createLists(db).list()).toEqual(before)
})

test('a list has at most 500 instruments, and there are at most 100 lists', () => {
  const lists = createLists()
  lists.create('A', many(maxListSymbols - 1))
  expect(lists.addSymbols('w1', many(2, maxListSymbols - 2)).added).toEqual([`S${maxListSymbols - 1}@X`])
  expect(() => lists.addSymbol('w1', 'ONE@MORE')).toThrow(/“A” would have 501 instruments; the maximum is 500/)
  for (let index = 1; index < maxLists; index++) lists.create(`L${index}`)
  expect(() => lists.create('One more')).toThrow(/100 watchlists/)
  expect(() => lists.duplicate('w1', 'One more')).toThrow(/100 watchlists/)
  expect(lists.list()).toHaveLength(maxLists)
})

test('after any sequence of actions the cached lists equal those on disk', () => {
  const symbol = fc.integer({ min: 0, max: 6 }).map((index) => `S${index}@X`)
  const step = fc.oneof(
    fc.record({ kind: fc.constant('add' as const), symbols: fc.array(symbol, { maxLength: 4 }), index: fc.nat(8) }),
    fc.record({ kind: fc.constant('remove' as const), symbol }),
    fc.record({ kind: fc.constant('move' as const), symbol, index: fc.nat(8) }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      const db = openTestJournal()
      const lists = createLists(db)
      lists.create('A')
      let model: string[] = []
      for (const step of steps) {
        if (step.kind === 'add') {
          const fresh = [...new Set(step.symbols)].filter((added) => !model.includes(added))
          lists.addSymbols('w1', step.symbols, { index: step.index })
          model = model.toSpliced(Math.min(step.index, model.length), 0, ...fresh)
        } else if (step.kind === 'remove') {
          lists.removeSymbol('w1', step.symbol)
          model = model.filter((symbol) => symbol !== step.symbol)
        } else if (model.includes(step.symbol)) {
          lists.moveSymbol('w1', step.symbol, step.index)
          model = model.filter((symbol) => symbol !== step.symbol).toSpliced(step.index, 0, step.symbol)
        }
        expect(lists.get('w1').symbols).toEqual(model)
      }
      expect(createLists(db).get('w1').symbols).toEqual(model)
      db.close()
    }),
    { numRuns: 60 },
  )
})

test('lists stored before columns existed show the default columns', () => {
  const db = new Database(':memory:')
  onTestFinished(() => void db.close())
  migrate(
    db,
    migrations,
    migrations.findIndex((step) => String(step).includes('ADD COLUMN columns')),
  )
  db.exec(`INSERT INTO watchlist VALUES ('w', 'Mine', 3), ('v', 'Yours', 1);
           INSERT INTO watchlist_item VALUES ('w', 'SBER@MISX', 1), ('w', 'GAZP@MISX', 0);`)
  migrate(db, migrations)
  expect(new Watchlists(db).list()).toEqual([
    { id: 'v', name: 'Yours', symbols: [], columns: null, targets: [], sections: [] },
    { id: 'w', name: 'Mine', symbols: ['GAZP@MISX', 'SBER@MISX'], columns: null, targets: [], sections: [] },
  ])
})
