import type { Client } from 'pg'
import { minuteMs } from '#shared/durations.ts'
import { m } from '#shared/messages/messages.js'
import { connectTo } from './connection/connect.ts'
import { explainDatabaseError, MirrorError } from './connection/mirror-error.ts'
import { readSettings, type Surroundings } from './connection/settings.ts'
import { instantText } from './copy-text.ts'
import { noteMirror } from './noted-mirrors.ts'
import { migrate } from './schema/migrate.ts'
import { openSource, type MirroredProfile, type MirrorSource } from './source.ts'
import { instrumentUnits, quoteUnits, recordedEquityUnits, recordedQuoteUnits } from './statements/market-units.ts'
import { mirrorSubject } from './statements/mirror-subject.ts'
import {
  accountSubject,
  instrumentSubject,
  quoteSubject,
  recordedEquitySubject,
  recordedQuoteSubject,
  type Subject,
  type Unit,
} from './statements/subject.ts'
import { mirrorTransactions } from './transactions/mirror-transactions.ts'
import { beginRun, endRun, identify } from './writer.ts'

interface MirrorOptions {
  /** A connection text of libpq, without a password. */
  readonly to: string
  readonly surroundings: Surroundings
  readonly profile: MirroredProfile
  /** UTC ms. */
  readonly now: () => number
  /** Called between parts. Lets other work run; throws to stop the run. */
  readonly pause: () => Promise<void>
}

/** The result of a run, by subject. */
export interface MirroredSubject {
  readonly subject: string
  /** The number of rows in parts that differ from the parts that this writer sent last. */
  readonly sent: number
  readonly removed: number
}

/** With a larger clock difference, an old row could replace a newer one. */
const maxClockDifferenceMs = 5 * minuteMs

/**
 * Updates PostgreSQL to the content of a profile's cache and journal at this moment. Sends the changes since the last run of
 * this profile. Throws MirrorError; `invalid` for a wrong connection text; StorageError when the profile cannot be read.
 */
export async function mirror({ to, surroundings, profile, now, pause }: MirrorOptions): Promise<MirroredSubject[]> {
  const client = await connectTo(readSettings(to, surroundings), surroundings)
  try {
    await compareClocks(client, now)
    await migrate(client)
    noteMirror(profile.paths.directory, to)
    const writer = await beginRun(client, identify(profile.paths.directory, profile.profile.id))
    const source = openSource(profile, now())
    try {
      const done = await mirrorAll({ client, writer, pause }, source)
      await endRun(
        client,
        writer,
        done.reduce((total, { sent }) => total + sent, 0),
      )
      return done
    } finally {
      source.close()
    }
  } catch (error) {
    throw explainDatabaseError(error)
  } finally {
    await client.end().catch(() => undefined)
  }
}

interface Run {
  readonly client: Client
  readonly writer: number
  readonly pause: () => Promise<void>
}

async function mirrorAll(run: Run, { db, cache, journal, at, accounts }: MirrorSource): Promise<MirroredSubject[]> {
  const { sent, removed } = await mirrorTransactions({ ...run, db, at: instantText(at) })
  const done: MirroredSubject[] = [{ subject: 'transaction', sent, removed }]
  const send = async (subject: Subject, units: Iterable<Unit>): Promise<void> => {
    done.push({ subject: subject.name, ...(await mirrorSubject(run, subject, units)) })
  }
  await send(accountSubject, accounts())
  await send(quoteSubject, quoteUnits(db, cache))
  await send(instrumentSubject, instrumentUnits(db, cache, journal.quotes.symbols()))
  await send(recordedEquitySubject, recordedEquityUnits(journal))
  await send(recordedQuoteSubject, recordedQuoteUnits(journal))
  return done
}

/** Compares this clock with the clock of the database, because read times decide between computers. Throws MirrorError. */
async function compareClocks(client: Client, now: () => number): Promise<void> {
  const { rows } = await client.query<{ now: string }>(
    'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::text AS now',
  )
  const difference = now() - Number(rows[0]?.now)
  if (Math.abs(difference) > maxClockDifferenceMs)
    throw new MirrorError(
      (difference > 0 ? m.mirror_this_clock_is_ahead : m.mirror_this_clock_is_behind)({
        minutes: Math.round(Math.abs(difference) / minuteMs),
      }),
    )
}
