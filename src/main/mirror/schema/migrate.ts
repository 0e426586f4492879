import type { Client } from 'pg'
import { m } from '#shared/messages/messages.js'
import { MirrorError } from '../connection/mirror-error.ts'
import { lockKeys } from '../locks.ts'
import { migrations } from './migrations.ts'

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
