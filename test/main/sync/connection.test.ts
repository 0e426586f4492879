import { expect, test } from 'vitest'
import { Connection } from '#main/sync/connection.ts'
import type { JobName } from '#main/sync/scheduler/job.ts'
import { AppError, type ErrorCode } from '#shared/errors.ts'
import { FakeClock } from '../../fakes/clock.ts'
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

test('the first phase is starting, without a message', () => {
  const { clock, connection } = start()
  expect(connection.state).toEqual({ phase: 'starting', since: clock.now(), lastResponseAt: null, message: null })
})

test.each(['session', 'accounts'] as const)('a success of %s makes the connection live', (name) => {
  const { connection, note } = start()
  note(name, null)
  expect(connection.state).toMatchObject({ phase: 'live', message: null })
})

test.each(['housekeeping', 'instruments', 'reference', 'quotes'] as const)(
  'a success of %s, which may have sent no request, does not make the connection live',
  (name) => {
    const { connection, note } = start()
    note(name, null)
    expect(connection.state.phase).toBe('starting')
  },
)

test.each(['offline', 'signed-out'] as const)('%s is reported whichever job fails with it', (code) => {
  const { connection, note } = start()
  note('session', null)
  note('quotes', code)
  expect(connection.state).toMatchObject({ phase: code, message: `quotes is ${code}` })
  note('session', null)
  expect(connection.state).toMatchObject({ phase: 'live', message: null })
})

test('an untrusted certificate has its own phase, whichever job fails with it', () => {
  const { connection, note } = start()
  note('quotes', 'bad-certificate')
  expect(connection.state.phase).toBe('untrusted')
  note('session', null)
  expect(connection.state.phase).toBe('live')
})

test.each([
  ['secret-refused', 'refused'],
  ['no-keychain', 'trouble'],
] as const)('%s of any job is reported until the session is renewed', (code, phase) => {
  const { connection, note } = start()
  note('quotes', code)
  expect(connection.state).toMatchObject({ phase, message: `quotes is ${code}` })
  note('accounts', null)
  expect(connection.state.phase).toBe(phase)
  note('session', null)
  expect(connection.state.phase).toBe('live')
})

test.each(['unavailable', 'rate-limited', 'protocol', 'internal', 'not-found'] as const)(
  '%s is a connection problem if the accounts job fails, but not if the quotes job fails',
  (code) => {
    const { connection, note } = start()
    note('session', null)
    note('quotes', code)
    expect(connection.state.phase).toBe('live')
    note('accounts', code)
    expect(connection.state).toMatchObject({ phase: 'trouble', message: `accounts is ${code}` })
  },
)

test('a renewed session does not clear the error of the accounts job', () => {
  const { connection, note } = start()
  note('session', null)
  note('accounts', 'unavailable')
  note('session', null)
  expect(connection.state.phase).toBe('trouble')
  note('accounts', null)
  expect(connection.state.phase).toBe('live')
})

test('a cancelled run changes nothing', () => {
  const { connection, note } = start()
  note('session', null)
  note('accounts', 'cancelled')
  expect(connection.state.phase).toBe('live')
})

test('a phase keeps its start time while it lasts, and each change is notified once', async () => {
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

test('the time of the last successful response is kept through failures', () => {
  const { connection, note } = start()
  connection.noteResponse(42)
  note('session', 'offline')
  expect(connection.state.lastResponseAt).toBe(42)
})

test('pausing, resuming and signing out each set their own phase', () => {
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

test('after the clock is set back, responses are notified as before, and no phase starts in the future', async () => {
  const { clock, changes, connection, note } = start()
  note('session', null)
  connection.noteResponse(clock.now())
  await clock.advance(60_000)
  clock.set(-3_600_000)
  connection.noteClock(-3_600_000)
  const count = changes.length
  await clock.advance(5_000)
  connection.noteResponse(clock.now())
  expect(changes.length).toBe(count + 1)
  expect(connection.state).toMatchObject({ since: clock.now() - 65_000, lastResponseAt: clock.now() })
})
