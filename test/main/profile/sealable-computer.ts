import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, onTestFinished } from 'vitest'
import { startDemoBroker, type DemoBroker } from '#main/demo/server.ts'
import { systemClock as clock } from '#main/time/clock.ts'
import { FakeKeychain } from '../../fakes/keychain.ts'
import { makeSealable, type SealableProfile } from '../../fakes/sealable-profile.ts'
import { makeTemporaryDirectory } from '../../fakes/temporary-directory.ts'

/** The service, keychain and directory of a profile that can be sealed. Each test has its own. */
export const computer = {} as { service: DemoBroker; keychain: FakeKeychain; directory: string }

/** Call once in a test file: it provides `computer` for each of its tests. */
export function provideComputer(): void {
  beforeAll(async () => {
    computer.service = await startDemoBroker({ size: 'small', alwaysOpen: true, requestsPerMinute: 1e6, clock })
  })
  afterAll(() => computer.service.close())
  beforeEach(() => {
    computer.keychain = new FakeKeychain()
    computer.directory = join(makeTemporaryDirectory(), 'profile')
  })
}

/** Starts the app, with the data of earlier starts. */
export function start(): SealableProfile {
  const app = makeSealable({ ...computer })
  onTestFinished(() => app.quit())
  return app
}

/** A running profile, sealed, with a watchlist of the user. */
export async function startSealed(): Promise<{ app: SealableProfile; code: string }> {
  const app = start()
  await app.open()
  app.current().journal.watchlists.create('my own list')
  const { code } = app.sealing.offer()
  await app.sealing.seal(code)
  return { app, code }
}

/** The names of the watchlists. */
export const names = (app: SealableProfile): string[] =>
  app
    .current()
    .journal.watchlists.list()
    .map(({ name }) => name)

export const rowsOf = (app: SealableProfile): number =>
  app
    .current()
    .cache.sizes()
    .tables.find(({ name }) => name === 'transaction_row')?.rows ??
  app
    .current()
    .cache.sizes()
    .tables.reduce((sum, { rows }) => sum + rows, 0)

/** The files whose bytes contain this text. */
export function contains(text: string): string[] {
  return readdirSync(computer.directory, { recursive: true, encoding: 'utf8' }).filter((name) => {
    const path = join(computer.directory, name)
    // A daily backup may finish in the meantime.
    if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return false
    return readFileSync(path).includes(text)
  })
}
