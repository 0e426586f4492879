import { afterEach, expect, test } from 'vitest'
import DataTroubleBanner from '#renderer/shell/DataTroubleBanner.svelte'
import type { DataState, DataTrouble } from '#shared/model/app/data.ts'
import { mountInApp, type Mounted } from '../fixtures/page/mount.ts'
import { fixtureTransport } from '../fixtures/transport.ts'

let page: Mounted
afterEach(() => page.end())

const files: Omit<DataState, 'troubles'> = {
  ...{ directory: '/data', journalBytes: 0, cacheBytes: 0, lastBackupAt: null, checkedAt: null },
}
async function show(troubles: DataTrouble[]): Promise<void> {
  const transport = fixtureTransport({ 'data.read': () => ({ ...files, troubles }) })
  page = await mountInApp(DataTroubleBanner, {}, transport)
}

test('a replaced cache is reported until it is dismissed', async () => {
  await show([{ kind: 'cache-replaced', message: 'The cache was damaged. It was set aside.', at: 0 }])
  expect(page.text()).toContain('The cache was damaged. It was set aside.')
  expect(page.target.querySelector('[role=alert]')).toBeNull()
  page.find<HTMLButtonElement>('button').click()
  await page.settle()
  expect(page.transport.calls).toContainEqual({ method: 'data.dismiss', params: { kind: 'cache-replaced' } })
})

test('a profile that could not be opened is an alert with the reason', async () => {
  await show([{ kind: 'profile-not-opened', message: 'https://mine.example: the journal is newer.', at: 0 }])
  expect(page.find('[role=alert]').textContent).toContain('the journal is newer')
})

test('the report of a failed backup cannot be dismissed', async () => {
  await show([{ kind: 'backup-failed', message: 'The disk is full.', at: 0 }])
  expect(page.find('button').textContent).toContain('Open Settings')
})
