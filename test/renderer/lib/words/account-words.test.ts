import { expect, test } from 'vitest'
import { noAccountsWords } from '#renderer/lib/words/account-words.ts'
import type { SessionDetails } from '#shared/model/app/connection.ts'

const session = (accountIds: readonly string[]): SessionDetails => ({
  ...{ createdAt: null, expiresAt: null, permissions: [], isReadOnly: true },
  accountIds: [...accountIds],
})

test('only a token without accounts has no accounts; otherwise the accounts are not loaded yet', () => {
  const phase = 'live'
  expect(noAccountsWords({ phase, session: session([]) }).title).toBe('No accounts')
  expect(noAccountsWords({ phase, session: session(['1900001']) }).title).toBe('No accounts loaded yet')
  expect(noAccountsWords({ phase, session: null }).title).toBe('No accounts loaded yet')
  expect(noAccountsWords(undefined).title).toBe('No accounts loaded yet')
})

test('the user is asked to connect only if that would show accounts', () => {
  expect(noAccountsWords({ phase: 'signed-out', session: session(['1900001']) }).needsToken).toBe(true)
  expect(noAccountsWords({ phase: 'live', session: session([]) }).needsToken).toBe(true)
  expect(noAccountsWords({ phase: 'trouble', session: session(['1900001']) }).needsToken).toBe(false)
})
