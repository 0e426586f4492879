import type { Client } from 'pg'
import type { Subject, SubjectTable } from './subject.ts'

const list = (names: readonly string[], prefix = ''): string => names.map((name) => `${prefix}${name}`).join(', ')

/**
 * Writes the units of `incoming_unit` with the newest statement into `accepted`. A writer may correct its own statement, unless
 * another writer has a newer one. Runs in the caller's transaction.
 */
export async function acceptUnits(client: Client, writer: number, { name, isOwn }: Subject): Promise<void> {
  if (isOwn) {
    await client.query('CREATE TEMP TABLE accepted ON COMMIT DROP AS SELECT unit, stated_at FROM incoming_unit')
    return
  }
  await client.query('CREATE TEMP TABLE accepted (unit text PRIMARY KEY, stated_at timestamptz) ON COMMIT DROP')
  await client.query(
    `INSERT INTO accepted SELECT u.unit, u.stated_at
     FROM incoming_unit u LEFT JOIN tidemark.statement s ON s.subject = $2 AND s.unit = u.unit
     WHERE s.unit IS NULL OR (u.stated_at, $1) >= (s.stated_at, s.writer)
       OR (s.writer = $1 AND NOT EXISTS (
         SELECT FROM tidemark.statement_claim c
         WHERE c.subject = $2 AND c.unit = u.unit AND c.writer <> $1 AND c.stated_at > u.stated_at))`,
    [writer, name],
  )
  await client.query(
    `INSERT INTO tidemark.statement (subject, unit, stated_at, writer) SELECT $2, unit, stated_at, $1 FROM accepted
     ON CONFLICT (subject, unit) DO UPDATE SET (stated_at, writer) = (excluded.stated_at, excluded.writer)`,
    [writer, name],
  )
  await client.query(
    `INSERT INTO tidemark.statement_claim (writer, subject, unit, stated_at) SELECT $1, $2, unit, stated_at FROM incoming_unit
     ON CONFLICT (subject, unit, writer) DO UPDATE SET stated_at = excluded.stated_at`,
    [writer, name],
  )
}

/** Replaces the rows of the accepted units by the incoming rows. Equal rows are not changed. */
export async function replaceRows(
  client: Client,
  writer: number,
  { unit, isOwn }: Subject,
  { name, key, columns }: SubjectTable,
): Promise<void> {
  const others = columns.filter((column) => !key.includes(column))
  const same = key.map((column) => `i.${column} = x.${column}`).join(' AND ')
  const own = isOwn ? 'AND x.writer = $1' : 'AND $1::integer IS NOT NULL'
  await client.query(
    `DELETE FROM tidemark.${name} x USING accepted a
     WHERE x.${unit} = a.unit ${own} AND NOT EXISTS (SELECT FROM incoming_${name} i WHERE ${same})`,
    [writer],
  )
  const target = isOwn ? ['writer', ...columns] : columns
  const conflict = isOwn ? ['writer', ...key] : key
  const change =
    others.length === 0
      ? 'DO NOTHING'
      : `DO UPDATE SET (${list(others)}) = ROW (${list(others, 'excluded.')})
         WHERE ROW (${list(others, 'x.')}) IS DISTINCT FROM ROW (${list(others, 'excluded.')})`
  await client.query(
    `INSERT INTO tidemark.${name} AS x (${list(target)})
     SELECT ${isOwn ? '$1::integer, ' : ''}${list(columns, 'i.')} FROM incoming_${name} i JOIN accepted a ON a.unit = i.${unit}
     WHERE $1::integer IS NOT NULL ON CONFLICT (${list(conflict)}) ${change}`,
    [writer],
  )
}

/**
 * Releases units that a writer no longer has. If another writer has the unit, its rows stay, and the fingerprints of the unit are
 * deleted, so that the next run of that writer sends it again.
 */
export async function releaseUnits(
  client: Client,
  writer: number,
  subject: Subject,
  units: readonly string[],
): Promise<void> {
  if (subject.isOwn) {
    for (const { name } of subject.tables)
      await client.query(`DELETE FROM tidemark.${name} WHERE writer = $1 AND ${subject.unit} = ANY($2)`, [
        writer,
        units,
      ])
    return
  }
  const named = [subject.name, units]
  await client.query('DELETE FROM tidemark.statement_claim WHERE subject = $1 AND unit = ANY($2) AND writer = $3', [
    ...named,
    writer,
  ])
  await client.query(
    `DELETE FROM tidemark.statement s WHERE subject = $1 AND unit = ANY($2) AND (s.writer = $3 OR NOT EXISTS (
       SELECT FROM tidemark.statement_claim c WHERE c.subject = $1 AND c.unit = s.unit))`,
    [...named, writer],
  )
  await client.query(
    `DELETE FROM tidemark.part p WHERE p.subject = $1 AND p.part = ANY($2)
       AND NOT EXISTS (SELECT FROM tidemark.statement s WHERE s.subject = $1 AND s.unit = p.part)`,
    named,
  )
  for (const { name } of subject.tables)
    await client.query(
      `DELETE FROM tidemark.${name} x WHERE ${subject.unit} = ANY($2) AND NOT EXISTS (
         SELECT FROM tidemark.statement_claim c WHERE c.subject = $1 AND c.unit = x.${subject.unit})`,
      named,
    )
}
