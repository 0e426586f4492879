import type { Broker } from '../../broker/client.ts'

/** The ids of the token's accounts. Opens a session first if there is none. */
export async function readAccountIds(
  { broker }: { readonly broker: Pick<Broker, 'session' | 'renewSession'> },
  signal: AbortSignal,
): Promise<readonly string[]> {
  const session = broker.session() ?? (await broker.renewSession({ purpose: 'person', signal }))
  return session.accountIds
}
