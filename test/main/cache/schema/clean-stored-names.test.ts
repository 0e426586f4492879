import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { cleanStoredNames } from '#main/cache/schema/clean-stored-names.ts'
import { migrations } from '#main/cache/schema/migrations.ts'
import { migrate } from '#main/sqlite/migrate.ts'

test('names that an earlier version stored as sent lose what nobody sees, except one that would equal another', () => {
  const db = new Database(':memory:')
  onTestFinished(() => void db.close())
  migrate(db, migrations, migrations.indexOf(cleanStoredNames))
  const category = db.prepare('INSERT INTO transaction_category (name) VALUES (?)')
  for (const name of ['TAX', 'TA\u200BX', 'LOAN\u202E', 'Дивиденды']) category.run(name)
  const subject = db.prepare(
    'INSERT INTO transaction_subject (name, symbol, category, instrument_name) VALUES (?, ?, 1, ?)',
  )
  subject.run('Купон\u{E0041}\r\nследующий', 'A\u200B@M', 'Bond\u2066')
  subject.run('Купон', 'A@M', null)
  db.prepare(
    `INSERT INTO instrument (key, symbol, id, ticker, mic, isin, type, name, is_archived, class)
     VALUES (1, 'A@M', '1', 'A', 'M', '', 'BONDS', 'Bond' || char(8206), 0, 15)`,
  ).run()
  migrate(db, migrations, migrations.indexOf(cleanStoredNames) + 1)
  const read = (sql: string): unknown[] => db.prepare(sql).raw().all()
  expect(read('SELECT name FROM transaction_category ORDER BY key').flat()).toEqual([
    ...['TAX', 'TA\u200BX', 'LOAN', 'Дивиденды'],
  ])
  // A symbol is no name: it identifies the instrument.
  expect(read('SELECT name, symbol, instrument_name FROM transaction_subject ORDER BY key')).toEqual([
    ['Купон следующий', 'A\u200B@M', 'Bond'],
    ['Купон', 'A@M', null],
  ])
  expect(read('SELECT name FROM instrument').flat()).toEqual(['Bond'])
})
