import type { SyncContext } from './context.ts'

/** The accounts that the token names; opens a session first where there is none yet. */
export async function readAccountIds(
  { broker }: Pick<SyncContext, 'broker'>,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const session = broker.session() ?? (await broker.renewSession({ purpose: 'person', signal }))
  return session.accountIds
}
