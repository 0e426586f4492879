import { expect } from 'vitest'
import { until } from '../../fakes/until.ts'
import { makeTrade, openStored } from '../cli/stored-profile.ts'
import { daysAgo } from '../ledger/offline-profile.ts'
import { expectEqual, servePostgres, testWithPostgres } from './mirrored.ts'

const postgres = servePostgres({ password: 'hidden word' })

testWithPostgres(
  'the app mirrors the open profile in a worker thread and reports the result',
  async () => {
    const { profile, client, store } = await openStored()
    const database = await postgres().createDatabase()
    const trusting = `postgresql://tide@/${database.name}?host=${encodeURIComponent(postgres().directory)}&port=${postgres().port}`
    expect(await client.call('mirror.read')).toEqual({
      ...{ to: null, isRunning: false, finishedAt: null, rows: null, failure: null, nextAt: null },
    })
    await expect(client.call('mirror.run')).rejects.toThrow('Enter the database first')
    await expect(client.call('mirror.set', { to: 'postgresql://tide:hidden@db/d' })).rejects.toThrow('password')
    expect((await client.call('mirror.read')).to).toBeNull()
    const ended = () =>
      until(
        () => client.call('mirror.read'),
        ({ isRunning }) => !isRunning,
        60_000,
      )

    await client.call('mirror.set', { to: trusting })
    const refused = await ended()
    expect(refused).toMatchObject({ to: trusting, finishedAt: null, rows: null, nextAt: expect.any(Number) })
    expect(refused.failure).toContain('asks for a password')

    process.env['PGPASSWORD'] = 'hidden word'
    try {
      await client.call('mirror.run')
      expect(await ended()).toMatchObject({ failure: null, rows: expect.any(Number), finishedAt: expect.any(Number) })
      await expectEqual(profile, database)
      await store([makeTrade('4', daysAgo(5), '1', '-9.5')])
      await client.call('mirror.run')
      expect((await ended()).failure).toBeNull()
      await expectEqual(profile, database)
    } finally {
      delete process.env['PGPASSWORD']
    }
    await client.call('mirror.set', { to: null })
    expect(await client.call('mirror.read')).toMatchObject({ to: null, rows: null, nextAt: null })
  },
  180_000,
)

testWithPostgres('closing a profile stops its run', async () => {
  const { client, close } = await openStored()
  const database = await postgres().createDatabase()
  process.env['PGPASSWORD'] = 'hidden word'
  await client.call('mirror.set', { to: database.to })
  expect((await client.call('mirror.read')).isRunning).toBe(true)
  await close()
  delete process.env['PGPASSWORD']
})
