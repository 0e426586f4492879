import { expect, test } from 'vitest'
import { describeHealth } from '#main/insight/health-report.ts'
import type { ConnectionState } from '#shared/model/app/connection.ts'
import type { Health } from '#shared/model/app/system.ts'

const now = Date.UTC(2026, 2, 2, 9)
const personal = ['1900001', 'TRQD05:989213', 'https://broker.example', '/home/jane/data', 'SECRET', 'Jane', 'jane']

const health: Health = {
  version: '0.1.0',
  budget: {
    limit: 200,
    used: 12,
    usedBy: { cancel: 0, user: 1, visible: 2, held: 3, background: 6 },
    endpoints: [{ endpoint: 'getQuote', count: 12 }],
    waiting: { cancel: 0, user: 0, visible: 0, held: 0, background: 0 },
    nextFreeAt: null,
    fullLimit: 200,
    isSavingPower: false,
  },
  quotas: { rows: [{ name: 'of 1900001', limit: 1, remaining: 1, resetAt: null }], fetchedAt: now },
  jobs: [
    {
      name: 'accounts',
      title: 'Accounts of Jane',
      phase: 'backing-off',
      lastStartedAt: now,
      lastSucceededAt: null,
      nextAt: null,
      error: {
        code: 'not-found',
        message: 'Account TRQD05:989213 is not known at https://broker.example',
        at: now - 4000,
      },
    },
  ],
  keychain: { kind: 'failed', message: 'cannot read SECRET', remedy: 'ask Jane' },
  storage: {
    dataDir: '/home/jane/data',
    cache: { bytes: 4096, tables: [{ name: 'account', rows: 3 }] },
    journal: { bytes: 1024, lastBackupAt: null },
  },
  malformed: [{ endpoint: 'listOrders', path: 'orders.*.quantity', reason: 'not a decimal', count: 2, lastAt: now }],
  service: [
    {
      ...{ endpoint: 'getAsset', asked: 9, answered: 2, refused: 6, failed: 1, empty: 0, lastAnsweredAt: now - 5_000 },
      lastTrouble: {
        cause: { code: 'refused', status: 400, reason: 'Account of Jane at 1900001 lacks account_id', fields: [] },
        at: now - 3_000,
      },
      absent: [{ name: 'expiration_date', count: 2, lastAt: now }],
      ...{ unreadable: [], unknownValues: [{ name: 'side: SIDE_OTHER', count: 1, lastAt: now }] },
    },
  ],
  events: [{ at: now, kind: 'journal', message: 'Restored from /home/jane/data/backups' }],
}
const connection: ConnectionState = {
  profile: { id: 'broker-example-1a2b3c4d', kind: 'service', baseUrl: 'https://broker.example' },
  phase: 'trouble',
  since: now - 60_000,
  pausedUntil: null,
  lastResponseAt: now - 2000,
  message: 'Account 1900001 is not known',
  hold: null,
  secretPlace: 'keychain',
  session: {
    createdAt: null,
    expiresAt: null,
    permissions: [],
    accountIds: ['1900001', 'TRQD05:989213'],
    isReadOnly: true,
  },
  market: { open: 1, closed: 0, unknown: 0, nextOpenAt: null },
}
const text = describeHealth(health, connection, now)

test('the report lists states, counts and ages', () => {
  for (const part of [
    'Tidemark 0.1.0',
    'trouble since 60 s ago, last response 2 s ago',
    '12 of 200',
    'getQuote: 12',
    'Keychain: failed',
    'account: 3',
    'accounts: backing-off, last success never, last error not-found 4 s ago',
    'listOrders orders.*.quantity: not a decimal (2)',
    'getAsset: asked 9, answered 2 (0 empty), refused 6, failed 1; last answer 5 s ago; last trouble 3 s ago: refused 400 Account of … at … lacks account_id',
    'absent expiration_date (2); new values side: SIDE_OTHER (1)',
  ]) {
    expect(text).toContain(part)
  }
})

test.each(personal)('the report does not contain %s', (part) => expect(text).not.toContain(part))
test('the report does not name the profile, because its id contains the host', () =>
  expect(text).not.toContain('broker'))
