import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { newDataKey } from '#main/sealing/data-key.ts'
import { recoveryCodeOf } from '#main/sealing/recovery-code.ts'
import { systemClock as clock } from '#main/time/clock.ts'
import { FakeKeychain } from '../../fakes/keychain.ts'
import { computer, names, provideComputer, start, startSealed } from './sealable-computer.ts'

vi.setConfig({ testTimeout: 60_000 })

provideComputer()

test('while a key is lost, no data is changed and no key is made until the recovery code opens the data', async () => {
  const { app, code } = await startSealed()
  await app.quit()
  computer.keychain = new FakeKeychain()
  const before = contentsOf()
  const next = start()
  await expect(next.open()).rejects.toMatchObject({ code: 'no-keychain', problem: 'lost' })
  expect([contentsOf(), computer.keychain.accounts]).toEqual([before, []])
  expect([...next.keys.waiting]).toEqual([[next.profile.id, 'lost']])
  await next.sealing.recover(next.profile.id, code.toLowerCase().replaceAll('-', ' '))
  expect(names(next)).toEqual(['Watchlist', 'my own list'])
  expect(next.keys.waiting.size).toBe(0)
  expect(computer.keychain.accounts).toHaveLength(1)
})

const contentsOf = (): string[] =>
  ['journal.sqlite', 'cache.sqlite', 'sealing.json'].map((name) =>
    readFileSync(join(computer.directory, name), 'base64'),
  )

test('a locked, slow or missing keychain does not mean a lost key', async () => {
  const { app } = await startSealed()
  await app.quit()
  const next = start()
  for (const trouble of ['locked', 'timed-out', 'no-service'] as const) {
    computer.keychain.trouble = trouble
    await expect(next.open()).rejects.toMatchObject({ problem: 'unknown' })
  }
  await expect(next.sealing.startOver(next.profile.id, computer.service.baseUrl)).rejects.toThrow('locked')
  computer.keychain.trouble = null
  await next.open()
  expect(names(next)).toEqual(['Watchlist', 'my own list'])
})

test('a silently locked keyring does not mean a lost key', async () => {
  const { app } = await startSealed()
  await app.quit()
  computer.keychain.isSilentlyLocked = true
  const next = start()
  await expect(next.open()).rejects.toMatchObject({ problem: 'unknown' })
})

test('a replaced keyring with another key under the same name opens nothing', async () => {
  const { app, code } = await startSealed()
  const [account = ''] = computer.keychain.accounts
  await app.quit()
  await computer.keychain.write(account, Buffer.from(newDataKey()).toString('base64'))
  const next = start()
  await expect(next.open()).rejects.toMatchObject({ problem: 'lost' })
  await next.sealing.recover(next.profile.id, code)
  expect(names(next)).toEqual(['Watchlist', 'my own list'])
})

test('a lost descriptor is rebuilt by the recovery code', async () => {
  const { app, code } = await startSealed()
  await app.quit()
  rmSync(join(computer.directory, 'sealing.json'))
  const next = start()
  await expect(next.open()).rejects.toMatchObject({ problem: 'lost' })
  await expect(next.sealing.recover(next.profile.id, recoveryCodeOf(newDataKey()))).rejects.toThrow('another key')
  await next.sealing.recover(next.profile.id, code)
  expect(next.sealing.read().keyId).toBe(app.sealing.read().keyId)
})

test('a profile that starts over sets the sealed journal and its backups aside', async () => {
  const { app } = await startSealed()
  await app.current().journal.backups.backUp('manual', clock)
  await app.quit()
  computer.keychain = new FakeKeychain()
  const journal = readFileSync(join(computer.directory, 'journal.sqlite'))
  const next = start()
  await expect(next.open()).rejects.toMatchObject({ problem: 'lost' })
  await expect(next.sealing.startOver(next.profile.id, 'another name')).rejects.toThrow('type the name')
  await next.sealing.startOver(next.profile.id, computer.service.baseUrl)
  expect(names(next)).toEqual(['Watchlist'])
  const [aside = ''] = readdirSync(computer.directory).filter((name) => name.startsWith('sealed-'))
  expect(readFileSync(join(computer.directory, aside, 'journal.sqlite'))).toEqual(journal)
  expect(readdirSync(join(computer.directory, aside, 'backups'))).toHaveLength(1)
  expect(existsSync(join(computer.directory, aside, 'sealing.json'))).toBe(true)
  expect(next.sealing.read()).toEqual({ canSeal: true, isSealed: false, keyId: null, waiting: [] })
  expect(
    next
      .current()
      .journal.events.latest(5)
      .some(({ message }) => message.includes(aside)),
  ).toBe(true)
})
