import { createHash } from 'node:crypto'
import type { Client } from 'pg'
import { copyRow, instantText } from '../copy-text.ts'
import { copyInto, noteParts, readParts, writeAtOnce, type Moved } from '../target.ts'
import { acceptUnits, releaseUnits, replaceRows } from './replace.ts'
import type { Subject, Unit } from './subject.ts'

export interface SubjectRun {
  readonly client: Client
  readonly writer: number
  /** Called between units, and between chunks of a long one. Throws to stop the run. */
  readonly pause: () => Promise<void>
}

/** Rows in one transaction of PostgreSQL. */
const rowsInBatch = 50_000

/** A unit that has changed since it was last sent. */
interface Waiting {
  readonly unit: Unit
  readonly fingerprint: string
}

/**
 * Sends the units that changed since this writer's last run, and releases the units that it no longer has. Returns the numbers
 * of rows sent and of units released.
 */
export async function mirrorSubject(run: SubjectRun, subject: Subject, units: Iterable<Unit>): Promise<Moved> {
  const { client, writer, pause } = run
  const known = await readParts(client, writer, subject.name)
  let sent = 0
  let batch: Waiting[] = []
  let rowsWaiting = 0
  let count = 0
  for (const unit of units) {
    await pause()
    count += 1
    const { fingerprint, rowCount } = await fingerprintOf(run, subject, unit)
    if (known.get(unit.unit) !== fingerprint) {
      batch.push({ unit, fingerprint })
      rowsWaiting += rowCount
    }
    known.delete(unit.unit)
    if (rowsWaiting < rowsInBatch) continue
    await sendUnits(run, subject, batch)
    sent += rowsWaiting
    ;[batch, rowsWaiting] = [[], 0]
  }
  if (batch.length > 0) await sendUnits(run, subject, batch)
  // An empty cache has not been filled yet, so no unit counts as removed.
  const gone = count > 0 || subject.isOwn ? [...known.keys()] : []
  if (gone.length > 0) await takeBack(run, subject, gone)
  return { sent: sent + rowsWaiting, removed: gone.length }
}

const rowsBetweenPauses = 1_000

/** The hash of a unit with all its rows, which are not kept. */
async function fingerprintOf({ pause }: SubjectRun, { tables }: Subject, { statedAt, rows }: Unit) {
  const hash = createHash('sha256').update(String(statedAt))
  let rowCount = 0
  for (const { name } of tables) {
    hash.update(`\n${name}\n`)
    for await (const row of rows(name)) {
      hash.update(`${JSON.stringify(row)}\n`)
      rowCount += 1
      if (rowCount % rowsBetweenPauses === 0) await pause()
    }
  }
  return { fingerprint: hash.digest('base64'), rowCount }
}

function sendUnits(run: SubjectRun, subject: Subject, batch: readonly Waiting[]): Promise<void> {
  const { client, writer } = run
  return writeAtOnce(client, async () => {
    await client.query('CREATE TEMP TABLE incoming_unit (unit text PRIMARY KEY, stated_at timestamptz) ON COMMIT DROP')
    await copyInto(
      client,
      'incoming_unit',
      batch.map(({ unit }) => copyRow([unit.unit, instantText(unit.statedAt)])),
    )
    for (const { name, columns } of subject.tables) {
      const list = columns.join(', ')
      await client.query(
        `CREATE TEMP TABLE incoming_${name} ON COMMIT DROP AS SELECT ${list} FROM tidemark.${name} WITH NO DATA`,
      )
      await copyInto(client, `incoming_${name} (${list})`, rowsOf(run, name, batch))
    }
    await acceptUnits(client, writer, subject)
    for (const table of subject.tables) await replaceRows(client, writer, subject, table)
    await noteParts(
      client,
      writer,
      subject.name,
      new Map(batch.map(({ unit, fingerprint }) => [unit.unit, fingerprint])),
    )
  })
}

/** Characters that are sent together. */
const chunkLength = 65_536

async function* rowsOf({ pause }: SubjectRun, table: string, batch: readonly Waiting[]): AsyncGenerator<string> {
  let text = ''
  for (const { unit } of batch)
    for await (const row of unit.rows(table)) {
      text += copyRow(row)
      if (text.length < chunkLength) continue
      yield text
      text = ''
      await pause()
    }
  if (text !== '') yield text
}

function takeBack({ client, writer }: SubjectRun, subject: Subject, units: readonly string[]): Promise<void> {
  return writeAtOnce(client, async () => {
    await releaseUnits(client, writer, subject, units)
    await noteParts(client, writer, subject.name, new Map(units.map((unit) => [unit, null])))
  })
}
