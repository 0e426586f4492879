import type { Client } from '#shared/client.ts'
import { Query } from './query.svelte.ts'

/** How much of the history of each account is loaded. */
export const coverageQuery = (client: Client) =>
  new Query(client, ['coverage.changed', 'accounts.changed'], () => client.call('transactions.coverage'), {
    name: 'coverage',
  })

/** The transactions that the service no longer sends. */
export const withdrawnQuery = (client: Client) =>
  new Query(client, 'transactions.changed', () => client.call('transactions.withdrawn'), {
    name: 'withdrawn',
    coalesceMs: 1_000,
  })

/** The state of the calculation of the ledger. */
export const ledgerQuery = (client: Client) =>
  new Query(client, ['ledger.progress', 'ledger.changed'], () => client.call('ledger.state'), { name: 'ledger' })

/** All accounts. */
export const accountsQuery = (client: Client) =>
  new Query(client, 'accounts.changed', () => client.call('accounts.list'), { name: 'accounts' })

/** The data of the service that is missing now. */
export const serviceProblemsQuery = (client: Client) =>
  new Query(client, ['service.changed', 'connection.changed'], () => client.call('service.problems'), {
    name: 'service-problems',
    coalesceMs: 3_000,
  })

/** What kind of host this is; it never changes. */
export const hostQuery = (client: Client) => new Query(client, [], () => client.call('app.read'), { name: 'host' })
