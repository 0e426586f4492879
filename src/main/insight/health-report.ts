import type { ConnectionState } from '#shared/model/app/connection.ts'
import type { EndpointRecord } from '#shared/model/app/service.ts'
import type { Health } from '#shared/model/app/system.ts'

const unread = 'could not be read'

/**
 * Describes the status as English text for an e-mail: states and counts only; no amounts, account numbers, addresses,
 * paths or secrets. `now` is UTC ms.
 */
export function describeHealth(health: Health, connection: ConnectionState, now: number): string {
  const ago = (at: number | null): string => (at === null ? 'never' : `${Math.round((now - at) / 1000)} s ago`)
  const { budget, keychain, malformed } = health
  const { cache, journal } = health.storage
  return [
    `Tidemark ${health.version}, ${new Date(now).toISOString()}`,
    `Connection: ${connection.profile.kind}, ${connection.phase} since ${ago(connection.since)}, last response ${ago(connection.lastResponseAt)}`,
    `Requests: ${budget.used} of ${budget.limit} slots used${budget.isSavingPower ? ', on battery' : ''}`,
    ...budget.endpoints.map(({ endpoint, count }) => `  ${endpoint}: ${count}`),
    `Keychain: ${keychain?.kind ?? unread}`,
    `Cache: ${cache === null ? unread : `${cache.bytes} bytes`}; journal: ${journal === null ? unread : `${journal.bytes} bytes; backup: ${ago(journal.lastBackupAt)}`}`,
    ...(cache?.tables ?? []).map(({ name, rows }) => `  ${name}: ${rows}`),
    'Jobs:',
    ...health.jobs.map(
      ({ name, phase, lastSucceededAt, error }) =>
        `  ${name}: ${phase}, last success ${ago(lastSucceededAt)}${error === null ? '' : `, last error ${error.code} ${ago(error.at)}`}`,
    ),
    ...(health.service === null
      ? [`Service: ${unread}`]
      : health.service.map((record) => describeEndpoint(record, ago))),
    ...(malformed === null
      ? [`Malformed: ${unread}`]
      : malformed.map(({ endpoint, path, reason, count }) => `Malformed: ${endpoint} ${path}: ${reason} (${count})`)),
  ].join('\n')
}

function describeEndpoint(record: EndpointRecord, ago: (at: number | null) => string): string {
  const { endpoint, asked, answered, refused, failed, empty, lastAnsweredAt, lastTrouble } = record
  const names = (title: string, list: EndpointRecord['absent']): string =>
    list.length === 0 ? '' : `; ${title} ${list.map(({ name, count }) => `${name} (${count})`).join(', ')}`
  const trouble =
    lastTrouble === null
      ? ''
      : `; last trouble ${ago(lastTrouble.at)}: ${lastTrouble.cause.code} ${lastTrouble.cause.status ?? ''} ${withoutNames(lastTrouble.cause.reason)}`.trimEnd()
  return [
    `Service: ${endpoint}: asked ${asked}, answered ${answered} (${empty} empty), refused ${refused}, failed ${failed}`,
    `; last answer ${ago(lastAnsweredAt)}${trouble}`,
    names('absent', record.absent) + names('unreadable', record.unreadable) + names('new values', record.unknownValues),
  ].join('')
}

/** The service's words without those that may be a name: all with a capital letter or a figure, except the first. */
const withoutNames = (reason: string): string =>
  reason
    .split(' ')
    .map((word, index) => (index > 0 && /[\p{Lu}\d]/u.test(word) ? '…' : word))
    .join(' ')
