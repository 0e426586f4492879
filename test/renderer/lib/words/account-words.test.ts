import { expect, test } from 'vitest'
import { noAccountsWords } from '../../../../src/renderer/lib/words/account-words.ts'
import type { SessionDetails } from '../../../../src/shared/model/app/connection.ts'

const session = (accountIds: readonly string[]): SessionDetails => ({
  ...{ createdAt: null, expiresAt: null, permissions: [], isReadOnly: true },
  accountIds: [...accountIds],
})

test('only a token without accounts has no accounts; otherwise the accounts are not loaded yet', () => {
  expect(noAccountsWords({ session: session([]) }).title).toBe('No accounts')
  expect(noAccountsWords({ session: session(['1900001']) }).title).toBe('No accounts loaded yet')
  expect(noAccountsWords({ session: null }).title).toBe('No accounts loaded yet')
  expect(noAccountsWords(undefined).title).toBe('No accounts loaded yet')
})
