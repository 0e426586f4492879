import type { Client } from 'pg'
import { copiedColumns } from './stored-parts.ts'

/** A row that a writer has sent before and that is now missing in its part. */
export interface MissingRow {
  readonly accountId: string
  readonly id: string
  /** UTC ms; null if another writer has already removed the row. */
  readonly at: number | null
}

/**
 * A temporary table for the rows of a batch, empty after each transaction. Its primary key makes every join an index search.
 */
export const createIncoming = `
  CREATE TEMP TABLE incoming ON COMMIT DELETE ROWS AS
    SELECT ${copiedColumns.filter((name) => name !== 'part').join(', ')}, ''::text AS part, true AS is_new, true AS is_kind_new
    FROM tidemark.transaction WITH NO DATA;
  ALTER TABLE incoming ALTER is_new SET DEFAULT true, ALTER is_kind_new SET DEFAULT true,
    ADD PRIMARY KEY (account_id, id)`

export const incomingTarget = `incoming (${copiedColumns.join(', ')})`

const content = [
  'at',
  'day',
  'at_text',
  'category',
  'name',
  'symbol',
  'currency',
  'amount',
  'quantity',
  'has_trade',
  'trade_size',
  'trade_price',
  'accrued_interest',
  'currency_source',
  'moved_pieces',
  'read_at',
]
const list = (names: readonly string[], prefix = ''): string => names.map((name) => `${prefix}${name}`).join(', ')
const sameRow = 'x.account_id = i.account_id AND x.id = i.id'

/** Marks rows that this writer ($1) has sent before, and rows with a changed kind. */
const markWords = `
  UPDATE incoming i SET
    is_new = false,
    is_kind_new = (c.kind, c.kind_rule) <> (i.kind, i.kind_rule),
    kind_at = CASE WHEN (c.kind, c.kind_rule) <> (i.kind, i.kind_rule) THEN now() ELSE i.read_at END
  FROM tidemark.transaction_claim c
  WHERE c.account_id = i.account_id AND c.id = i.id AND c.writer = $1`

/** A writer undoes its own removal. It undoes the removal of another writer only with a row that was read later. */
const liftRemovals = `
  DELETE FROM tidemark.transaction_removed x USING incoming i
  WHERE ${sameRow} AND (x.removed_by = $1 OR i.read_at > x.removed_at)`

const insertNew = `
  INSERT INTO tidemark.transaction (account_id, id, ${list(content)}, kind, kind_rule, kind_at, read_by, kind_by)
  SELECT account_id, id, ${list(content)}, kind, kind_rule, kind_at, $1, $1 FROM incoming i
  WHERE NOT EXISTS (SELECT FROM tidemark.transaction_removed x WHERE ${sameRow})
  ON CONFLICT (account_id, id) DO NOTHING`

/** The row that was read last is stored. A writer may correct its own row, unless another writer has read the row later. */
const updateContent = `
  UPDATE tidemark.transaction x SET (${list(content)}, read_by) = (${list(content, 'i.')}, $1)
  FROM incoming i
  WHERE ${sameRow} AND (${list(content, 'x.')}, x.read_by) IS DISTINCT FROM (${list(content, 'i.')}, $1)
    AND ((i.read_at, $1) > (x.read_at, x.read_by)
      OR (x.read_by = $1 AND NOT EXISTS (
        SELECT FROM tidemark.transaction_claim c
        WHERE c.account_id = i.account_id AND c.id = i.id AND c.writer <> $1 AND c.read_at > i.read_at)))`

/**
 * A changed kind is stored if the old kind is from the same writer, if the user chose the new kind, or if the new kind is
 * later.
 */
const updateKinds = `
  UPDATE tidemark.transaction x SET (kind, kind_rule, kind_at, kind_by) = (i.kind, i.kind_rule, i.kind_at, $1)
  FROM incoming i
  WHERE ${sameRow} AND i.is_kind_new
    AND (x.kind, x.kind_rule, x.kind_at, x.kind_by) IS DISTINCT FROM (i.kind, i.kind_rule, i.kind_at, $1)
    AND ((x.kind_by = $1 AND NOT i.is_new)
      OR (i.kind_rule = 'person', i.kind_at, $1) > (x.kind_rule = 'person', x.kind_at, x.kind_by))`

const writeClaims = `
  INSERT INTO tidemark.transaction_claim (writer, account_id, id, part, read_at, kind, kind_rule)
  SELECT $1, account_id, id, part, read_at, kind, kind_rule FROM incoming
  ON CONFLICT (account_id, id, writer) DO UPDATE
    SET (part, read_at, kind, kind_rule) = (excluded.part, excluded.read_at, excluded.kind, excluded.kind_rule)
    WHERE (transaction_claim.part, transaction_claim.read_at, transaction_claim.kind, transaction_claim.kind_rule)
      IS DISTINCT FROM (excluded.part, excluded.read_at, excluded.kind, excluded.kind_rule)`

/**
 * Merges the rows in `incoming` with those of other writers, in the caller's transaction. The result does not depend on the order of
 * the writers: see docs/mirror.md.
 */
export async function mergeIncoming(client: Client, writer: number): Promise<void> {
  await client.query('ANALYZE incoming')
  const counted = await client.query<{ count: number }>('SELECT count(*)::int AS count FROM incoming')
  const count = counted.rows[0]?.count ?? 0
  await client.query(markWords, [writer])
  await client.query(liftRemovals, [writer])
  const { rowCount } = await client.query(insertNew, [writer])
  // If all rows were new, nothing has to be compared.
  if (rowCount !== count) for (const statement of [updateContent, updateKinds]) await client.query(statement, [writer])
  await client.query(writeClaims, [writer])
}

/** Rows that the writer has sent in these parts before, and did not send this time. */
export async function readMissing(client: Client, writer: number, parts: readonly string[]): Promise<MissingRow[]> {
  const { rows } = await client.query<{ account_id: string; id: string; at: string | null }>(
    `SELECT c.account_id, c.id, floor(extract(epoch FROM x.at) * 1000)::text AS at
     FROM tidemark.transaction_claim c
     LEFT JOIN tidemark.transaction x ON x.account_id = c.account_id AND x.id = c.id
     WHERE c.writer = $1 AND c.part = ANY($2)
       AND NOT EXISTS (SELECT FROM incoming i WHERE i.account_id = c.account_id AND i.id = c.id)`,
    [writer, parts],
  )
  return rows.map(({ account_id, id, at }) => ({ accountId: account_id, id, at: at === null ? null : Number(at) }))
}

/** Removes rows and records each removal. `at` is the time of the snapshot in which they were missing. */
export async function removeRows(
  client: Client,
  writer: number,
  rows: readonly MissingRow[],
  at: string,
): Promise<void> {
  if (rows.length === 0) return
  const keys = [writer, rows.map(({ accountId }) => accountId), rows.map(({ id }) => id)]
  const gone = 'unnest($2::text[], $3::text[]) AS i (account_id, id)'
  await client.query(`DELETE FROM tidemark.transaction_claim x USING ${gone} WHERE ${sameRow} AND x.writer = $1`, keys)
  await client.query(
    `WITH removed AS (
       DELETE FROM tidemark.transaction x USING ${gone}
       WHERE ${sameRow} AND (x.read_by = $1 OR x.read_at <= $4) RETURNING x.account_id, x.id)
     INSERT INTO tidemark.transaction_removed (account_id, id, removed_at, removed_by)
     SELECT account_id, id, $4, $1 FROM removed
     ON CONFLICT (account_id, id) DO UPDATE SET (removed_at, removed_by) = (excluded.removed_at, excluded.removed_by)`,
    [...keys, at],
  )
}
