import { m } from '#shared/messages/messages.js'
import { homeFolder } from '../../disk/home-folder.ts'
import { exitCodes } from '../../host/exit-codes.ts'
import { collectEvery } from '../../host/v8-settings.ts'
import type { MirroredSubject } from '../../mirror/mirror.ts'
import { letOthersRun } from '../../time/clock.ts'
import type { Call, Command } from '../command/command.ts'
import { UsageError } from '../command/options.ts'
import { figure, text, type Column } from '../output/column.ts'

const columns: readonly Column<MirroredSubject>[] = [
  text('subject', ({ subject }) => subject),
  figure('sent', ({ sent }) => sent),
  figure('removed', ({ removed }) => removed),
]

export const mirrorInto: Command = {
  name: 'mirror',
  summary: m.cli_mirror,
  options: [
    {
      name: 'to',
      value: 'CONNECTION',
      words: m.cli_mirror_to,
    },
  ],
  notes: [m.cli_mirror_schema, m.cli_mirror_password, m.cli_mirror_rows],
  examples: ['mirror --to postgresql://me@db.example/finance?sslmode=verify-full', 'mirror --to service=finance'],
  run,
}

/** There is a pause after each chunk of a long list. */
const pausesInCollection = 10

async function run({ values, reading, output, clock }: Call) {
  const to = values.text('to')
  if (to === null) throw new UsageError(m.cli_mirror_needs_to())
  // Only this command loads the driver.
  const { mirror } = await import('../../mirror/mirror.ts')
  const collect = collectEvery(pausesInCollection)
  let pauses = 0
  const pause = async (): Promise<void> => {
    await letOthersRun()
    collect(++pauses)
  }
  const done = await mirror({
    to,
    profile: reading.profile,
    now: () => clock.now(),
    pause,
    surroundings: { env: process.env, home: homeFolder(), platform: process.platform },
  })
  await output.rows(columns, [done])
  return exitCodes.fine
}
