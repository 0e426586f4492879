import { m } from '../../../shared/messages/messages.js'
import type { ConnectionState } from '../../../shared/model/app/connection.ts'

/** Why no account is shown: the token has no accounts, or none were read yet. */
export function noAccountsWords(connection: Pick<ConnectionState, 'session'> | undefined): {
  readonly title: string
  readonly words: string
} {
  return connection?.session?.accountIds.length === 0
    ? { title: m.common_no_accounts(), words: m.common_the_token_has_no_accounts() }
    : { title: m.common_no_accounts_loaded_yet(), words: m.common_accounts_appear_here_after_the_first_response() }
}
