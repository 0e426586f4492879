import { beforeEach, expect, test } from 'vitest'
import { proveSecret } from '#main/profile/prove-secret.ts'
import { AppError } from '#shared/errors.ts'
import type { Profile, SessionDetails } from '#shared/model/app/connection.ts'

const service: Profile = { id: 'broker-1', kind: 'service', baseUrl: 'https://broker.test' }
const demo: Profile = { id: 'demo', kind: 'demo', baseUrl: null }
/** The stored secret. `locked`: the keyring is locked. */
let stored: string | null
let sent: string[]
let answer: readonly string[] | AppError
let accountIds: readonly string[]
let opened: Profile

const prove = (secret: string) =>
  proveSecret(secret, {
    profiles: () => [demo, service],
    open: () => ({ profile: opened, accountIds }),
    signIn: {
      access: () => ({
        baseUrl: new URL('https://broker.test'),
        secretPlace: () => 'keychain',
        readSecret: async () => {
          if (stored === 'locked') throw new AppError('no-keychain', 'The keyring is locked.')
          return stored
        },
      }),
      test: async (_, typed) => {
        sent.push(typed)
        if (answer instanceof AppError) throw answer
        const session = { createdAt: null, expiresAt: null, permissions: [], accountIds: [...answer], isReadOnly: true }
        return { profile: service, session: session satisfies SessionDetails }
      },
    },
  })

beforeEach(() => {
  stored = 'own secret'
  sent = []
  answer = ['A1', 'A2']
  accountIds = ['A1']
  opened = service
})

test('the stored secret is accepted and others are refused, without a request to the service', async () => {
  expect(await prove('own secret')).toBe('right')
  expect(await prove('other')).toBe('wrong')
  expect(sent).toEqual([])
})

test.each(['locked', null] as const)('with a keychain that returns nothing (%s), the service decides', async (none) => {
  stored = none
  expect(await prove('typed')).toBe('right')
  answer = new AppError('secret-refused', 'No')
  expect(await prove('typed')).toBe('wrong')
  answer = new AppError('offline', 'No connection')
  expect(await prove('typed')).toMatchObject({ message: expect.stringContaining('did not answer') })
})

test('the secret of another customer of the same service is wrong', async () => {
  stored = 'locked'
  answer = ['B7']
  expect(await prove('typed')).toBe('wrong')
})

test('without known accounts, or with another profile open, nothing is sent and the secret is not proved', async () => {
  stored = 'locked'
  accountIds = []
  expect(await prove('typed')).toMatchObject({ message: expect.stringContaining('no account') })
  opened = demo
  expect(await prove('typed')).toMatchObject({ message: expect.stringContaining('keychain') })
  expect(sent).toEqual([])
})
