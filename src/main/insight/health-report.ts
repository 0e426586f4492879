import type { ConnectionState } from '../../shared/model/connection.ts'
import type { Health } from '../../shared/model/health.ts'

/** The status as text for an e-mail: states and counts only; no amounts, account numbers, addresses, paths or secrets. `now` in UTC ms. */
export function describeHealth(health: Health, connection: ConnectionState, now: number): string {
  const ago = (at: number | null): string => (at === null ? 'never' : `${Math.round((now - at) / 1000)} s ago`)
  const { budget, keychain, storage } = health
  return [
    `Tidemark ${health.version}, ${new Date(now).toISOString()}`,
    `Connection: ${connection.profile.kind}, ${connection.phase} since ${ago(connection.since)}, last response ${ago(connection.lastAnswerAt)}`,
    `Requests: ${budget.used} of ${budget.limit} slots used${budget.isSavingPower ? ', on battery' : ''}`,
    ...budget.endpoints.map(({ endpoint, count }) => `  ${endpoint}: ${count}`),
    `Keychain: ${keychain.kind}`,
    `Cache: ${storage.cacheBytes} bytes; journal: ${storage.journalBytes} bytes; backup: ${ago(storage.lastBackupAt)}`,
    ...storage.tables.map(({ name, rows }) => `  ${name}: ${rows}`),
    'Jobs:',
    ...health.jobs.map(
      ({ name, phase, lastSucceededAt, error }) =>
        `  ${name}: ${phase}, last success ${ago(lastSucceededAt)}${error === null ? '' : `, last error ${error.code} ${ago(error.at)}`}`,
    ),
    ...health.malformed.map(
      ({ endpoint, path, reason, count }) => `Malformed: ${endpoint} ${path}: ${reason} (${count})`,
    ),
  ].join('\n')
}
