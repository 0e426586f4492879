import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { KeychainError } from '#main/secrets/keychain.ts'
import { createKeytarKeychain } from '#main/secrets/keytar-keychain.ts'
import { FakeClock, settle } from '../../fakes/clock.ts'

const secret = 'tide-7f3a-the-secret'

/** A fake of the native library: three functions over one store. */
function createLibrary(behaviour: () => Promise<void> = () => Promise.resolve()) {
  const stored = new Map<string, string>()
  const calls: string[] = []
  const enter = async (call: string, service: string, account: string): Promise<string> => {
    calls.push(call)
    await behaviour()
    return `${service}/${account}`
  }
  return {
    stored,
    calls,
    getPassword: async (service: string, account: string) => stored.get(await enter('get', service, account)) ?? null,
    setPassword: async (service: string, account: string, password: string) =>
      void stored.set(await enter('set', service, account), password),
    deletePassword: async (service: string, account: string) => stored.delete(await enter('delete', service, account)),
  }
}

test.each(['by name', 'behind default'])(
  'secrets are stored through the library, with its functions %s',
  async (way) => {
    const library = createLibrary()
    const keychain = createKeytarKeychain(new FakeClock(), async () =>
      way === 'by name' ? library : { default: library },
    )
    await keychain.write('p', secret)
    expect([...library.stored]).toEqual([['Tidemark/p', secret]])
    expect(await keychain.read('p')).toBe(secret)
    await keychain.remove('p')
    await keychain.remove('p')
    expect(await keychain.read('p')).toBeNull()
  },
)

test('the library is not loaded before it is needed', async () => {
  let loads = 0
  const keychain = createKeytarKeychain(new FakeClock(), async () => {
    loads++
    return createLibrary()
  })
  await settle()
  expect(loads).toBe(0)
  await keychain.read('p')
  expect(loads).toBe(1)
})

test('a library that cannot be loaded is reported, and loading is retried the next time', async () => {
  const library = createLibrary()
  let isInstalled = false
  const keychain = createKeytarKeychain(new FakeClock(), async () => {
    if (!isInstalled) throw new Error('libsecret-1.so.0: cannot open shared object file: No such file or directory')
    return library
  })
  await expect(keychain.read('p')).rejects.toMatchObject({ state: { kind: 'no-library' } })
  isInstalled = true
  expect(await keychain.read('p')).toBeNull()
  const foreign = createKeytarKeychain(new FakeClock(), async () => ({ somethingElse: true }))
  await expect(foreign.read('p')).rejects.toMatchObject({ state: { kind: 'no-library' } })
})

test.each([
  ['Cannot autolaunch D-Bus without X11 $DISPLAY', 'no-service'],
  ['The name org.freedesktop.secrets was not provided by any .service files', 'no-service'],
  ['Could not connect: No such file or directory', 'no-service'],
  ['Object does not exist at path “/org/freedesktop/secrets/collection/login”', 'no-service'],
  ['Cannot create an item in a locked collection', 'locked'],
  ['Prompt was dismissed', 'locked'],
  ['User interaction is not allowed.', 'locked'],
  ['The stars are against it', 'failed'],
])('"%s" is reported as %s', async (libraryMessage, kind) => {
  const keychain = createKeytarKeychain(new FakeClock(), async () =>
    createLibrary(() => Promise.reject(new Error(libraryMessage))),
  )
  await expect(keychain.read('p')).rejects.toMatchObject({ state: { kind } })
  await expect(keychain.write('p', secret)).rejects.toMatchObject({ state: { kind } })
})

test("an error never contains the secret, even if the library's message does", async () => {
  const library = createLibrary(() => Promise.reject(new Error(`cannot store ${secret} in ${secret.slice(0, 10)}`)))
  const keychain = createKeytarKeychain(new FakeClock(), async () => library)
  const error: unknown = await keychain.write('p', secret).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(KeychainError)
  expect(inspect(error, { depth: 10, showHidden: true }) + JSON.stringify(error)).not.toContain(secret.slice(0, 10))
})

test('a hanging call times out after five seconds, and queued calls are never started', async () => {
  const clock = new FakeClock()
  let release = (): void => undefined
  const library = createLibrary(() => new Promise((resolve) => (release = resolve)))
  const keychain = createKeytarKeychain(clock, async () => library)
  const outcomes = Promise.allSettled([keychain.read('p'), keychain.write('p', secret)])
  await clock.advance(4_999)
  expect([library.calls, clock.pending]).toEqual([['get'], 2])
  await clock.advance(1)
  const [first, second] = await outcomes
  expect(first).toMatchObject({ status: 'rejected', reason: { state: { kind: 'timed-out' } } })
  expect(second).toMatchObject({ status: 'rejected', reason: { state: { kind: 'timed-out' } } })

  release()
  await settle()
  expect([library.calls, [...library.stored]]).toEqual([['get'], []])
  const later = keychain.read('p')
  await settle()
  release()
  expect(await later).toBeNull()
  expect(clock.pending).toBe(0)
})
