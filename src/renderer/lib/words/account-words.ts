import { m } from '#shared/messages/messages.js'
import type { ConnectionState } from '#shared/model/app/connection.ts'

/** Why no account is shown: there is no connection, the token has no accounts, or none were read yet. */
export function noAccountsWords(connection: Pick<ConnectionState, 'phase' | 'session'> | undefined): {
  readonly title: string
  readonly words: string
  /** Whether accounts appear only after the user has connected with a token. */
  readonly needsToken: boolean
} {
  if (connection?.phase === 'signed-out')
    return {
      title: m.common_no_accounts_and_no_connection(),
      words: m.common_connect_to_see_your_accounts(),
      needsToken: true,
    }
  return connection?.session?.accountIds.length === 0
    ? { title: m.common_no_accounts(), words: m.common_the_token_has_no_accounts(), needsToken: true }
    : {
        title: m.common_no_accounts_loaded_yet(),
        words: m.common_accounts_appear_here_after_the_first_response(),
        needsToken: false,
      }
}
