import { homedir } from 'node:os'
import type { MirroredSubject } from '../../mirror/mirror.ts'
import { letOthersRun } from '../../time/clock.ts'
import type { Call, Command } from '../command/command.ts'
import { exitCodes } from '../command/exit-codes.ts'
import { UsageError } from '../command/options.ts'
import { figure, text, type Column } from '../output/column.ts'

const columns: readonly Column<MirroredSubject>[] = [
  text('subject', ({ subject }) => subject),
  figure('sent', ({ sent }) => sent),
  figure('removed', ({ removed }) => removed),
]

export const mirrorInto: Command = {
  name: 'mirror',
  summary: 'Copies the profile into PostgreSQL, and later what changed',
  options: [
    {
      name: 'to',
      value: 'CONNECTION',
      words: 'postgresql://USER@HOST:PORT/DATABASE, or as psql takes it',
    },
  ],
  notes: [
    'The tables are in the schema tidemark. What is not said is taken from PGHOST, PGUSER, PGSSLMODE …',
    'The password is read from the password file (~/.pgpass, PGPASSFILE), never from the command line.',
    'Rows of parts that changed are counted. A run that is ended at any moment is completed by the next one.',
  ],
  examples: ['mirror --to postgresql://me@db.example/finance?sslmode=verify-full', 'mirror --to service=finance'],
  run,
}

async function run({ values, reading, output, clock }: Call) {
  const to = values.text('to')
  if (to === null) throw new UsageError('mirror needs --to with the database: postgresql://USER@HOST:PORT/DATABASE.')
  // Only this command carries the driver.
  const { mirror } = await import('../../mirror/mirror.ts')
  const done = await mirror({
    ...{ to, profile: reading.profile, now: () => clock.now(), pause: letOthersRun },
    surroundings: { env: process.env, home: homedir(), platform: process.platform },
  })
  await output.rows(columns, [done])
  return exitCodes.fine
}
