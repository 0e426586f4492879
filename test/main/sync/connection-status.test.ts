import { expect, test } from 'vitest'
import { Connection } from '../../../src/main/sync/connection-status.ts'
import { AppError, type ErrorCode } from '../../../src/shared/errors.ts'
import { FakeClock } from '../../fakes/clock.ts'
import type { JobName } from '../../../src/main/sync/scheduler/job.ts'
import { ScriptedJob } from './job.ts'

function start() {
  const clock = new FakeClock()
  const changes: string[] = []
  const connection: Connection = new Connection(clock, () => changes.push(connection.state.phase))
  const note = (name: JobName, code: ErrorCode | null): void =>
    connection.noteOutcome({
      job: new ScriptedJob(name),
      error: code === null ? null : new AppError(code, `${name} is ${code}`),
    })
  return { clock, changes, connection, note }
}

test('it starts without claiming anything', () => {
  const { clock, connection } = start()
  expect(connection.state).toEqual({ phase: 'starting', since: clock.now(), lastAnswerAt: null, message: null })
})

test.each(['session', 'accounts'] as const)('a success of %s makes it live', (name) => {
  const { connection, note } = start()
  note(name, null)
  expect(connection.state).toMatchObject({ phase: 'live', message: null })
})

test.each(['housekeeping', 'instruments', 'reference', 'quotes'] as const)(
  'a success of %s, which may have asked nothing, does not',
  (name) => {
    const { connection, note } = start()
    note(name, null)
    expect(connection.state.phase).toBe('starting')
  },
)

test.each(['offline', 'signed-out'] as const)('%s is told whichever job meets it', (code) => {
  const { connection, note } = start()
  note('session', null)
  note('quotes', code)
  expect(connection.state).toMatchObject({ phase: code, message: `quotes is ${code}` })
  note('session', null)
  expect(connection.state).toMatchObject({ phase: 'live', message: null })
})

test('a certificate that is not trusted is a phase of its own, whichever job meets it', () => {
  const { connection, note } = start()
  note('quotes', 'bad-certificate')
  expect(connection.state.phase).toBe('untrusted')
  note('session', null)
  expect(connection.state.phase).toBe('live')
})

test.each([
  ['secret-refused', 'refused'],
  ['no-keychain', 'trouble'],
] as const)('%s, met by any job, is told until the session is renewed', (code, phase) => {
  const { connection, note } = start()
  note('quotes', code)
  expect(connection.state).toMatchObject({ phase, message: `quotes is ${code}` })
  note('accounts', null)
  expect(connection.state.phase).toBe(phase)
  note('session', null)
  expect(connection.state.phase).toBe('live')
})

test.each(['unavailable', 'rate-limited', 'protocol', 'internal', 'not-found'] as const)(
  '%s is trouble for the accounts, and only health for quotes',
  (code) => {
    const { connection, note } = start()
    note('session', null)
    note('quotes', code)
    expect(connection.state.phase).toBe('live')
    note('accounts', code)
    expect(connection.state).toMatchObject({ phase: 'trouble', message: `accounts is ${code}` })
  },
)

test('a renewed session does not call accounts readable that are not', () => {
  const { connection, note } = start()
  note('session', null)
  note('accounts', 'unavailable')
  note('session', null)
  expect(connection.state.phase).toBe('trouble')
  note('accounts', null)
  expect(connection.state.phase).toBe('live')
})

test('a cancelled run says nothing', () => {
  const { connection, note } = start()
  note('session', null)
  note('accounts', 'cancelled')
  expect(connection.state.phase).toBe('live')
})

test('a phase keeps its beginning while it lasts, and a change is told once', async () => {
  const { clock, changes, connection, note } = start()
  note('session', 'offline')
  const since = clock.now()
  await clock.advance(5_000)
  note('session', 'offline')
  note('accounts', 'offline')
  expect(connection.state.since).toBe(since)
  note('session', null)
  note('session', null)
  expect(connection.state.since).toBe(clock.now())
  expect(changes).toEqual(['offline', 'offline', 'live'])
})

test('the last good answer is kept whatever comes after', () => {
  const { connection, note } = start()
  connection.noteAnswer(42)
  note('session', 'offline')
  expect(connection.state.lastAnswerAt).toBe(42)
})

test('pausing, going on and signing out are phases of their own', () => {
  const { connection, note } = start()
  note('accounts', 'unavailable')
  connection.pause(true)
  expect(connection.state).toMatchObject({ phase: 'paused', message: null })
  note('housekeeping', null)
  expect(connection.state.phase).toBe('paused')
  connection.pause(false)
  expect(connection.state.phase).toBe('starting')
  note('session', null)
  expect(connection.state.phase).toBe('live')
  connection.signOut()
  expect(connection.state.phase).toBe('signed-out')
  expect(connection.state.message).toMatch(/Connect again/)
})

test('with a clock set back, answers are told of as before, and nothing began in the future', async () => {
  const { clock, changes, connection, note } = start()
  note('session', null)
  connection.noteAnswer(clock.now())
  await clock.advance(60_000)
  clock.set(-3_600_000)
  connection.noteClock(-3_600_000)
  const count = changes.length
  await clock.advance(5_000)
  connection.noteAnswer(clock.now())
  expect(changes.length).toBe(count + 1)
  expect(connection.state).toMatchObject({ since: clock.now() - 65_000, lastAnswerAt: clock.now() })
})
