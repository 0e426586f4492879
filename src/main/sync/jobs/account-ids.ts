import type { Broker } from '../../broker/client.ts'

/** The accounts that the token names; opens a session first where there is none yet. */
export async function readAccountIds(
  { broker }: { readonly broker: Pick<Broker, 'session' | 'renewSession'> },
  signal: AbortSignal,
): Promise<readonly string[]> {
  const session = broker.session() ?? (await broker.renewSession({ purpose: 'person', signal }))
  return session.accountIds
}
