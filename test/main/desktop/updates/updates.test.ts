import { generateKeyPairSync } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Updates, type Updater } from '#main/desktop/updates/updates.ts'
import { hourMs, minuteMs } from '#shared/durations.ts'
import { AppError } from '#shared/errors.ts'
import { inLanguage } from '#shared/language.ts'
import { FakeClock } from '../../../fakes/clock.ts'
import { makeTemporaryDirectory } from '../../../fakes/temporary-directory.ts'
import { until } from '../../../fakes/until.ts'
import { keys, makeRelease } from './release-rig.ts'

/** A feed with one release. It records the calls. */
class ScriptedUpdater implements Updater {
  autoDownload = true
  autoInstallOnAppQuit = true
  readonly done: string[] = []
  readonly release = makeRelease()
  isAvailable = true
  failure: Error | null = null

  async checkForUpdates() {
    this.done.push('check')
    if (this.failure !== null) throw this.failure
    if (this.autoDownload) this.done.push('download')
    return { isUpdateAvailable: this.isAvailable, updateInfo: this.release.offer }
  }

  async downloadUpdate() {
    this.done.push('download')
    return [this.release.path]
  }

  quitAndInstall(isSilent: boolean, isForceRunAfter: boolean): void {
    this.done.push(`install ${isSilent} ${isForceRunAfter}`)
  }
}

function start(options: Partial<ConstructorParameters<typeof Updates>[0]> = {}) {
  const clock = new FakeClock()
  const updater = new ScriptedUpdater()
  const target = join(makeTemporaryDirectory(), 'Tidemark.AppImage')
  writeFileSync(target, 'the old version')
  const faults: string[] = []
  const files: Record<string, string | Buffer> = {
    '/app/release.json': updater.release.manifest,
    '/app/release.json.sig': updater.release.signature,
  }
  let loads = 0
  const updates = new Updates({
    clock,
    feed: () => ({ url: new URL('https://updates.example/app/'), publicKey: keys.publicKey }),
    load: async () => (loads++, updater),
    fetchFile: async ({ pathname }) => (files[pathname] === undefined ? null : Buffer.from(files[pathname])),
    appImage: target,
    installPackage: null,
    installsOnQuit: true,
    isBusy: () => false,
    onChange: () => undefined,
    logFault: (where) => faults.push(where),
    ...options,
  })
  updates.start()
  /** Waits until the first check is complete. */
  const check = async (): Promise<void> => {
    await clock.advance(5 * minuteMs)
    await until(
      () => clock.pending,
      (timers) => timers === 1,
    )
  }
  return {
    clock,
    updater,
    updates,
    files,
    faults,
    target,
    check,
    loads: () => loads,
    read: () => readFileSync(target, 'utf8'),
  }
}

test('without a feed the updater is never loaded', async () => {
  const { clock, updates, loads } = start({ feed: null })
  await clock.advance(48 * hourMs)
  updates.beforeQuit()
  expect([await updates.install(false), loads(), clock.pending]).toEqual([false, 0, 0])
})

test('the feed is read after five minutes and then twice a day, even after failures of the network', async () => {
  const { clock, updater, updates, faults, loads } = start()
  updater.failure = new Error('no network')
  await clock.advance(minuteMs)
  expect(loads()).toBe(0)
  await clock.advance(24 * hourMs)
  expect([loads(), updater.done, faults.length]).toEqual([1, ['check', 'check'], 2])
  expect(updates.state).toEqual({ kind: 'none' })
})

test('a signed version is downloaded, and replaces the old one when the app quits', async () => {
  const { updates, updater, check, read } = start()
  await check()
  expect([updates.state, updater.done]).toEqual([{ kind: 'ready', version: '0.2.0' }, ['check', 'download']])
  expect(read()).toBe('the old version')
  updates.beforeQuit()
  expect([await updates.install(false), read()]).toEqual([true, 'the new version'])
})

test('an unsigned version is not downloaded, and the window shows why', async () => {
  const foreignRelease = makeRelease({ privateKey: generateKeyPairSync('ed25519').privateKey })
  for (const tamper of [
    (files: Record<string, string | Buffer>) => delete files['/app/release.json.sig'],
    (files: Record<string, string | Buffer>) => delete files['/app/release.json'],
    (files: Record<string, string | Buffer>) =>
      Object.assign(files, {
        '/app/release.json': foreignRelease.manifest,
        '/app/release.json.sig': foreignRelease.signature,
      }),
  ]) {
    const { updates, updater, files, check, read } = start()
    tamper(files)
    await check()
    expect(updater.done).toEqual(['check'])
    expect(updates.state).toEqual({ kind: 'refused', message: expect.stringContaining('not signed with the key') })
    updates.beforeQuit()
    expect([await updates.install(true), read()]).toEqual([false, 'the old version'])
  }
})

test('the reason of a refusal is in the language of the moment in which it is read', async () => {
  const unsigned = start()
  delete unsigned.files['/app/release.json.sig']
  const damaged = start()
  writeFileSync(damaged.updater.release.path, 'something else')
  for (const { updates, check } of [unsigned, damaged]) {
    await check()
    const reasonIn = (language: 'en' | 'ru') => inLanguage(language, () => JSON.stringify(updates.state))
    expect(reasonIn('en')).toMatch(/"refused","message":"[A-Za-z ]+/)
    expect(reasonIn('ru')).toMatch(/"refused","message":"[А-я ]+/)
  }
})

test('a file that differs from the signed one is not installed', async () => {
  const { updates, updater, check } = start()
  writeFileSync(updater.release.path, 'something else')
  await check()
  expect(updates.state).toMatchObject({ kind: 'refused', message: expect.stringContaining('not installed') })
})

test('a package with an unsafe feed sends no request', async () => {
  const feed = (): never => {
    throw new AppError('invalid', 'Updates are off')
  }
  const { updates, check, loads } = start({ feed })
  await check()
  expect([updates.state, loads()]).toEqual([{ kind: 'refused', message: 'Updates are off' }, 0])
})

test('when the installation fails, the old version is kept and starts again', async () => {
  const { updates, updater, check, read, faults } = start()
  await check()
  writeFileSync(updater.release.path, 'changed after its download')
  updates.beforeQuit()
  expect([await updates.install(true), read(), faults]).toEqual([false, 'the old version', ['installing an update']])
})

test('nothing is installed while an order is being cancelled', async () => {
  const { updates, check, read } = start({ isBusy: () => true })
  await check()
  updates.beforeQuit()
  expect([await updates.install(false), read()]).toEqual([false, 'the old version'])
})

test('a quit without a new version does not read whether the app is busy', async () => {
  const { updates } = start({ isBusy: () => expect.unreachable() })
  updates.beforeQuit()
  expect(await updates.install(true)).toBe(false)
})

test('packages of Windows and macOS are installed by their own installers, unless they changed since their download', async () => {
  const { updates, updater, check, faults } = start({ appImage: null })
  await check()
  expect(updater.autoInstallOnAppQuit).toBe(false)
  updates.beforeQuit()
  writeFileSync(updater.release.path, 'changed after its download')
  expect([await updates.install(true), faults]).toEqual([false, ['installing an update']])
  writeFileSync(updater.release.path, 'the new version')
  expect(await updates.install(true)).toBe(true)
  expect(updater.done).toEqual(['check', 'download', 'install true true'])
})

test('a deb or rpm is given to the step of root, with what it checks, and only if the user chose to restart', async () => {
  const installed: unknown[] = []
  const installPackage = async (...args: unknown[]): Promise<void> => void installed.push(args)
  const { updates, updater, check } = start({ appImage: null, installsOnQuit: false, installPackage })
  await check()
  updates.beforeQuit()
  expect([await updates.install(false), installed]).toEqual([false, []])
  expect(await updates.install(true)).toBe(true)
  const { path, manifest, signature } = updater.release
  expect(installed).toMatchObject([[{ path, manifest, signature }, true]])
  expect(updater.done).toEqual(['check', 'download'])
})
