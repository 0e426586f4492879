import type { Cache } from '../../cache/cache.ts'

/** The account whose trading parameters are shown: the chosen account, otherwise the first account of the token. `null` while none is known. */
export const paramsAccount = (
  { sessionDetails, accounts }: Pick<Cache, 'sessionDetails' | 'accounts'>,
  chosen: string | null,
): string | null => chosen ?? sessionDetails.get()?.details.accountIds[0] ?? accounts.list()[0]?.account.id ?? null
