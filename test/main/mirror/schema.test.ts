import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { z } from 'zod'
import { openStored } from '../cli/stored-profile.ts'
import { expectEqual, runMirror, servePostgres, testWithPostgres } from './mirrored.ts'

const postgres = servePostgres()

testWithPostgres('every table, view and column has a comment', async () => {
  const { profile } = await openStored()
  const database = await postgres().createDatabase()
  await runMirror(profile, database.to)
  const withoutComment = await database.query(
    `SELECT c.relname AS name, a.attname AS column FROM pg_class c
     LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND c.relkind = 'r'
     WHERE c.relnamespace = 'tidemark'::regnamespace AND c.relkind IN ('r', 'v') AND c.relname <> 'migration'
       AND (obj_description(c.oid) IS NULL OR (a.attnum IS NOT NULL AND col_description(c.oid, a.attnum) IS NULL))`,
  )
  expect(withoutComment).toEqual([])
})

testWithPostgres('simultaneous runs create the schema once, and a newer schema is not changed', async () => {
  const stored = await Promise.all([openStored(), openStored(), openStored()])
  const database = await postgres().createDatabase()
  await Promise.all(stored.map(({ profile }) => runMirror(profile, database.to)))
  expect(await database.query('SELECT version FROM tidemark.migration')).toEqual([{ version: 1 }, { version: 2 }])
  await database.query('INSERT INTO tidemark.migration (version) VALUES (1000)')
  for (const { profile } of stored)
    await expect(runMirror(profile, database.to)).rejects.toThrow('written by a newer version')
})

testWithPostgres(
  'a mirror of the first step gets the columns of the second one, and its rows their values',
  async () => {
    const { profile } = await openStored()
    const database = await postgres().createDatabase()
    await runMirror(profile, database.to)
    await database.query(`
    DELETE FROM tidemark.migration WHERE version = 2;
    UPDATE tidemark.part SET fingerprint = 'of the first step' WHERE subject = 'transaction';
    DROP VIEW tidemark.transaction_named;
    ALTER TABLE tidemark.transaction DROP COLUMN currency_source, DROP COLUMN moved_pieces;
    CREATE VIEW tidemark.transaction_named AS
      SELECT t.*, i.name AS instrument_name, i.type AS instrument_type
      FROM tidemark.transaction t LEFT JOIN tidemark.instrument i USING (symbol)`)
    await runMirror(profile, database.to)
    expect(
      await database.query('SELECT DISTINCT currency_source, moved_pieces FROM tidemark.transaction_named'),
    ).toEqual([{ currency_source: 'stated', moved_pieces: null }])
    await expectEqual(profile, database)
  },
)

testWithPostgres('a user with rights only in a schema that an administrator created can run the mirror', async () => {
  const { profile } = await openStored()
  const database = await postgres().createDatabase()
  await database.query('CREATE ROLE writer LOGIN')
  const to = database.to.replace('tide@', 'writer@')
  await database.query(`REVOKE CREATE ON DATABASE ${database.name} FROM PUBLIC`)
  await expect(runMirror(profile, to)).rejects.toThrow('may not write there')
  await database.query('CREATE SCHEMA tidemark AUTHORIZATION writer')
  await runMirror(profile, to)
  expect(await database.query('SELECT id FROM tidemark.transaction')).toHaveLength(3)
})

const Dashboard = z.object({
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ rawSql: z.string() })) })),
  templating: z.object({ list: z.array(z.object({ type: z.string(), query: z.string() })) }),
})

testWithPostgres('the database answers each query of the example dashboard', async () => {
  const { profile } = await openStored()
  const database = await postgres().createDatabase()
  await runMirror(profile, database.to)
  const { panels, templating } = Dashboard.parse(
    JSON.parse(readFileSync(new URL('../../../docs/grafana/portfolio.json', import.meta.url), 'utf8')),
  )
  const variables = templating.list.filter(({ type }) => type === 'query').map(({ query }) => query)
  for (const sql of variables) expect(await database.query(sql)).toHaveLength(1)
  const answers = new Map<string, unknown[]>()
  for (const { title, targets } of panels)
    for (const { rawSql } of targets) answers.set(title, await database.query(withoutMacros(rawSql)))
  expect(answers.get('Latest transactions')).toHaveLength(3)
  expect(answers.get('Positions')).toHaveLength(1)
})

/** The query as Grafana sends it, for all accounts and all times. */
const withoutMacros = (sql: string): string =>
  sql
    .replaceAll('($account)', '(SELECT account_id FROM tidemark.account)')
    .replaceAll('$currency', 'RUB')
    .replace(/\$__timeFilter\((\w+)\)/g, "$1 BETWEEN '1970-01-01' AND '2100-01-01'")
