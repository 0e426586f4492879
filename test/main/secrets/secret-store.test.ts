import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { KeychainError, type KeychainTrouble, checkKeychain } from '#main/secrets/keychain.ts'
import { createSecretStore, type SecretMarks } from '#main/secrets/secret-store.ts'
import { KeychainState } from '#shared/model/app/connection.ts'
import { FakeKeychain } from '../../fakes/keychain.ts'

const secret = 'tide-7f3a-the-secret'
const troubles: readonly KeychainTrouble[] = ['no-library', 'no-service', 'locked', 'timed-out', 'failed']

function create() {
  const keychain = new FakeKeychain()
  const none = new Set<string>()
  const marks: SecretMarks = {
    isNone: (id) => none.has(id),
    note(id, isNone) {
      if (isNone) none.add(id)
      else none.delete(id)
    },
  }
  const nextRun = () => createSecretStore(keychain, marks)
  return { keychain, store: nextRun(), nextRun }
}

test('a secret is stored in the keychain and found by another run', async () => {
  const { store, nextRun } = create()
  expect(store.placeOf('p')).toBe('nowhere')
  await store.keep('p', secret)
  expect([store.placeOf('p'), await store.read('p')]).toEqual(['keychain', secret])
  const next = nextRun()
  expect([await next.read('p'), next.placeOf('p')]).toEqual([secret, 'keychain'])
})

test.each(troubles)('with a failing keychain (%s) nothing is stored anywhere', async (trouble) => {
  const { keychain, store } = create()
  keychain.trouble = trouble
  await expect(store.keep('p', secret)).rejects.toThrow(KeychainError)
  expect(store.placeOf('p')).toBe('nowhere')
  await expect(store.read('p')).rejects.toMatchObject({ state: { kind: trouble } })
})

test('a secret for this run is only in memory and is lost afterwards', async () => {
  const { keychain, store, nextRun } = create()
  keychain.trouble = 'no-library'
  store.keepForThisRun('p', secret)
  expect([store.placeOf('p'), await store.read('p'), keychain.accounts]).toEqual(['memory', secret, []])
  await store.forget('p')
  expect(store.placeOf('p')).toBe('nowhere')
  keychain.trouble = null
  expect(await nextRun().read('p')).toBeNull()
})

test('a secret that moves to the keychain leaves memory', async () => {
  const { store } = create()
  store.keepForThisRun('p', 'old')
  await store.keep('p', secret)
  expect([store.placeOf('p'), await store.read('p')]).toEqual(['keychain', secret])
})

test('a locked keyring that returns nothing does not count as "no secret"', async () => {
  const { keychain, store, nextRun } = create()
  await store.keep('p', secret)
  keychain.isSilentlyLocked = true
  await expect(nextRun().read('p')).rejects.toMatchObject({ state: { kind: 'empty' } })
})

test('reading writes nothing to the keychain: a locked keyring would ask for its password each time', async () => {
  const { keychain, store } = create()
  let writes = 0
  keychain.write = async () => {
    writes++
  }
  await expect(store.read('p')).rejects.toThrow('returns no secret')
  expect(writes).toBe(0)
})

test('after a removal, a later run knows that there is no secret, until a new secret is stored', async () => {
  const { keychain, store, nextRun } = create()
  await store.keep('p', secret)
  await store.forget('p')
  expect(await nextRun().read('p')).toBeNull()
  await nextRun().keep('p', secret)
  keychain.isSilentlyLocked = true
  await expect(nextRun().read('p')).rejects.toMatchObject({ state: { kind: 'empty' } })
})

test('forgetting removes the secret from keychain and memory', async () => {
  const { keychain, store } = create()
  await store.keep('p', secret)
  store.keepForThisRun('p', 'another')
  await store.forget('p')
  expect([store.placeOf('p'), await store.read('p'), keychain.accounts]).toEqual(['nowhere', null, []])
})

test.each<[string, (keychain: FakeKeychain) => unknown]>([
  ['ignores removals', (keychain) => (keychain.ignoresRemovals = true)],
  ['is silently locked', (keychain) => (keychain.isSilentlyLocked = true)],
  ['times out', (keychain) => (keychain.trouble = 'timed-out')],
  ['lost its service', (keychain) => (keychain.trouble = 'no-service')],
])('forgetting fails with an error when the keychain %s and still has the secret', async (_, setFault) => {
  const { keychain, store } = create()
  await store.keep('p', secret)
  setFault(keychain)
  await expect(store.forget('p')).rejects.toThrow(KeychainError)
  expect([store.placeOf('p'), keychain.accounts]).toEqual(['keychain', ['p']])
})

test('the check writes, reads and removes a random value', async () => {
  const { keychain } = create()
  expect(await checkKeychain(keychain)).toEqual({ kind: 'ready', message: 'The keychain works', remedy: '' })
  expect(keychain.accounts).toEqual([])
})

test.each(troubles)('the check reports %s with a message and a remedy', async (trouble) => {
  const { keychain } = create()
  keychain.trouble = trouble
  const state = KeychainState.parse(await checkKeychain(keychain))
  expect(state.kind).toBe(trouble)
  expect(state.message.length).toBeGreaterThan(10)
  expect(state.remedy).toMatch(/memory until Tidemark quits\.$/)
})

test('the check detects a locked keyring that returns nothing', async () => {
  const { keychain } = create()
  keychain.isSilentlyLocked = true
  expect((await checkKeychain(keychain)).kind).toBe('locked')
})

test('a logged store or error never shows the secret', async () => {
  const { keychain, store } = create()
  store.keepForThisRun('p', secret)
  await store.keep('q', secret)
  keychain.ignoresRemovals = true
  const error: unknown = await store.forget('q').catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(KeychainError)
  for (const thing of [store, keychain, error]) {
    const printed = inspect(thing, { depth: 10, showHidden: true }) + JSON.stringify(thing) + String(thing)
    expect(printed).not.toContain(secret)
  }
})
