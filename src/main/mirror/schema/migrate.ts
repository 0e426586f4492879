import type { Client } from 'pg'
import { m } from '#shared/messages/messages.js'
import { MirrorError } from '../connection/mirror-error.ts'
import { lockKeys } from '../locks.ts'
import { statementsAndRecords, writersAndTransactions } from './first-tables.ts'
import { statementComments } from './statement-comments.ts'
import { transactionComments } from './transaction-comments.ts'

/** Views for dashboards. Money of different currencies is never added. */
const views = `
  CREATE VIEW tidemark.transaction_named AS
    SELECT t.*, i.name AS instrument_name, i.type AS instrument_type
    FROM tidemark.transaction t LEFT JOIN tidemark.instrument i USING (symbol);
  COMMENT ON VIEW tidemark.transaction_named IS 'Transactions with the name and type of their instrument.';

  CREATE VIEW tidemark.cash_flow_by_month AS
    SELECT account_id, date_trunc('month', day)::date AS month, kind, currency, count(*) AS rows, sum(amount) AS amount
    FROM tidemark.transaction WHERE amount IS NOT NULL GROUP BY 1, 2, 3, 4;
  COMMENT ON VIEW tidemark.cash_flow_by_month IS 'Money by account, month (of the service''s days), kind and currency.';

  CREATE VIEW tidemark.income_by_month AS
    SELECT account_id, date_trunc('month', day)::date AS month, kind, currency, sum(gross) AS gross, sum(tax) AS tax, sum(net) AS net
    FROM tidemark.income WHERE gross IS NOT NULL GROUP BY 1, 2, 3, 4;
  COMMENT ON VIEW tidemark.income_by_month IS 'Received income by account, month, kind and currency.';

  CREATE VIEW tidemark.position_named AS
    SELECT p.*, i.name AS instrument_name, i.type AS instrument_type, q.last, q.at AS quoted_at
    FROM tidemark.position p
    LEFT JOIN tidemark.instrument i USING (symbol)
    LEFT JOIN tidemark.quote q USING (symbol);
  COMMENT ON VIEW tidemark.position_named IS 'Positions with the name of their instrument and its newest quote.';

  CREATE VIEW tidemark.lot_named AS
    SELECT l.*, i.name AS instrument_name FROM tidemark.lot l LEFT JOIN tidemark.instrument i USING (symbol);
  COMMENT ON VIEW tidemark.lot_named IS 'Open lots with the name of their instrument.';

  CREATE VIEW tidemark.equity AS
    SELECT account_id, at, max(until) AS until, CASE WHEN count(DISTINCT equity) = 1 THEN min(equity) END AS equity
    FROM tidemark.recorded_equity GROUP BY account_id, at;
  COMMENT ON VIEW tidemark.equity IS
    'Equity over time, of all computers. NULL where two of them recorded different figures at one instant.';

  CREATE VIEW tidemark.price AS
    SELECT DISTINCT ON (symbol, at) symbol, at, last FROM tidemark.recorded_quote ORDER BY symbol, at, writer;
  COMMENT ON VIEW tidemark.price IS 'Recorded prices over time, of all computers, each instant once.';

  CREATE VIEW tidemark.freshness AS
    SELECT writer, profile, computer, started_at, finished_at, now() - finished_at AS age, rows_received FROM tidemark.writer;
  COMMENT ON VIEW tidemark.freshness IS 'When each computer last wrote.';`

/**
 * Adds what Tidemark finds out about a transaction from the rows beside it: who says its currency, and its pieces. The new
 * columns of the view come last, because PostgreSQL replaces a view only if its columns keep their places.
 */
const currencyAndPieces = `
  ALTER TABLE tidemark.transaction ADD COLUMN currency_source text, ADD COLUMN moved_pieces numeric;
  COMMENT ON COLUMN tidemark.transaction.currency_source IS
    'Who says the currency: stated (the service), assumed (the only one of the account), or unknown. NULL for a row without money, and for one that only an earlier version sent.';
  COMMENT ON COLUMN tidemark.transaction.moved_pieces IS
    'Pieces, signed, that the row moves because of the rows beside it, for example the end of a bond whose row states no pieces. NULL where it moves those that it states.';
  CREATE OR REPLACE VIEW tidemark.transaction_named AS
    SELECT t.account_id, t.id, t.at, t.day, t.at_text, t.kind, t.kind_rule, t.category, t.name, t.symbol, t.currency,
      t.amount, t.quantity, t.has_trade, t.trade_size, t.trade_price, t.accrued_interest, t.read_at, t.read_by, t.kind_at,
      t.kind_by, i.name AS instrument_name, i.type AS instrument_type, t.currency_source, t.moved_pieces
    FROM tidemark.transaction t LEFT JOIN tidemark.instrument i USING (symbol);`

const columnsOfAll: Readonly<Record<string, string>> = {
  account_id: 'Account id of the service.',
  writer: 'The writer, of the table writer.',
}

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** Comments of all tables of the first step. */
const comments = Object.entries({ ...transactionComments, ...statementComments })
  .flatMap(([table, [about, columns]]) => [
    `COMMENT ON TABLE tidemark.${table} IS ${literal(about)};`,
    ...Object.entries(columns).map(
      ([column, words]) => `COMMENT ON COLUMN tidemark.${table}.${column} IS ${literal(words)};`,
    ),
  ])
  .join('\n')

/** Comments of the columns that have the same meaning in all tables. */
const commonComments = `DO $$ DECLARE found record; BEGIN
  FOR found IN SELECT c.table_name, c.column_name FROM information_schema.columns c
    JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE c.table_schema = 'tidemark' AND t.table_type = 'BASE TABLE' AND c.column_name IN (${Object.keys(columnsOfAll)
      .map(literal)
      .join(', ')})
  LOOP
    EXECUTE format('COMMENT ON COLUMN tidemark.%I.%I IS %L', found.table_name, found.column_name,
      CASE found.column_name ${Object.entries(columnsOfAll)
        .map(([column, words]) => `WHEN ${literal(column)} THEN ${literal(words)}`)
        .join(' ')} END);
  END LOOP;
END $$;`

/** The schema of the mirror in steps. Append only: a released step never changes. */
const migrations: readonly string[] = [
  // 1: all tables, their comments, and views for dashboards
  [writersAndTransactions, statementsAndRecords, comments, commonComments, views].join('\n'),
  // 2: the source of a currency, and the pieces that a row moves because of the rows beside it
  currencyAndPieces,
]

/**
 * Updates the schema to this version, in one transaction. Two runs at the same time do it one after the other, and a kill
 * changes nothing. Throws MirrorError for a schema of a newer version.
 */
export async function migrate(client: Client): Promise<void> {
  if ((await readVersion(client)) === migrations.length) return
  // The lock is taken before the transaction: a transaction sees only changes that were committed before its start.
  await client.query('SELECT pg_advisory_lock($1, $2)', [...lockKeys.write])
  try {
    await client.query('BEGIN')
    await takeSteps(client)
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  } finally {
    await client.query('SELECT pg_advisory_unlock($1, $2)', [...lockKeys.write]).catch(() => undefined)
  }
}

async function takeSteps(client: Client): Promise<void> {
  const version = await readVersion(client)
  if (version > migrations.length) throw new MirrorError(m.mirror_a_newer_version_wrote_the_mirror)
  if (version === 0) await createSchema(client)
  for (const [index, step] of migrations.entries()) {
    if (index < version) continue
    await client.query(step)
    await client.query('INSERT INTO tidemark.migration (version) VALUES ($1)', [index + 1])
  }
}

const firstSteps = `
  COMMENT ON SCHEMA tidemark IS 'A copy of what Tidemark keeps, for dashboards. Tidemark writes it; changes made here are lost.';
  CREATE TABLE IF NOT EXISTS tidemark.migration (
    version integer PRIMARY KEY,
    done_at timestamptz NOT NULL DEFAULT now()
  );
  COMMENT ON TABLE tidemark.migration IS 'The steps of this schema that were done.';`

/** An administrator may have created it, for a user who may not create one. */
async function createSchema(client: Client): Promise<void> {
  const { rows } = await client.query("SELECT FROM pg_namespace WHERE nspname = 'tidemark'")
  if (rows.length === 0) await client.query('CREATE SCHEMA tidemark')
  await client.query(firstSteps)
}

/** 0 if there is no schema yet. */
async function readVersion(client: Client): Promise<number> {
  const exists = await client.query<{ found: string | null }>("SELECT to_regclass('tidemark.migration') AS found")
  if (exists.rows[0]?.found == null) return 0
  const { rows } = await client.query<{ version: number }>(
    'SELECT coalesce(max(version), 0)::int AS version FROM tidemark.migration',
  )
  return rows[0]?.version ?? 0
}
