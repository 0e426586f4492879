import { afterEach, expect, test } from 'vitest'
import DataPanel from '#renderer/settings/data/DataPanel.svelte'
import Banners from '#renderer/shell/Banners.svelte'
import { mountInApp, type Mounted } from '../../fixtures/page/mount.ts'
import { failing, fixtureTransport, type Answers } from '../../fixtures/transport.ts'

let page: Mounted
afterEach(() => page.end())

const open = async (overrides: Partial<Answers> = {}, host: 'desktop' | 'web' = 'web') => {
  page = await mountInApp(DataPanel, { host }, fixtureTransport(overrides))
}
const press = async (element: HTMLElement) => {
  element.click()
  await page.settle()
}
const chooseBackup = async (index: number) => {
  const rows = page.target.querySelectorAll<HTMLButtonElement>('ul[aria-label=Backups] button')
  await press(rows[index] ?? expect.fail('no such backup'))
}

test('an undamaged backup can be restored after its rows and its check were shown', async () => {
  await open()
  expect(page.text()).toContain('/data/profiles/demo')
  await chooseBackup(0)
  expect(page.sent('data.inspectBackup')).toEqual([{ id: 'daily.sqlite' }])
  expect(page.text()).toContain('found no errors')
  expect(page.find('dialog table').textContent).toMatch(/Recorded equity\s*1.200/)
  expect(page.sent('data.restore')).toEqual([])
  await press(page.button('Restore'))
  expect(page.sent('data.restore')).toEqual([{ id: 'daily.sqlite' }])
  expect(page.find('[role=status]').textContent).toContain('Restored the backup')
})

test('a damaged backup cannot be restored', async () => {
  await open()
  await chooseBackup(1)
  expect(page.find('dialog [role=alert]').textContent).toContain('damaged.sqlite is damaged')
  expect(page.button('Restore').disabled).toBe(true)
})

test('a failed restore is reported', async () => {
  await open({ 'data.restore': failing('invalid', 'The disk is full.') })
  await chooseBackup(0)
  await press(page.button('Restore'))
  expect(page.find('[role=alert]').textContent).toContain('The disk is full.')
})

test('a profile is deleted only after its name was entered', async () => {
  await open()
  await press(page.button('Delete everything…'))
  const input = page.find<HTMLInputElement>('dialog input')
  const type = async (value: string) => {
    input.value = value
    input.dispatchEvent(new Event('input', { bubbles: true }))
    await page.settle()
  }
  await type('Demo')
  expect(page.button('Delete everything').disabled).toBe(true)
  await type('Demo broker')
  await press(page.button('Delete everything'))
  expect(page.sent('data.deleteProfile')).toEqual([{ id: page.app.connection?.profile.id, name: 'Demo broker' }])
})

test('the cache is deleted only after confirmation', async () => {
  await open()
  await press(page.button('Delete cache…'))
  expect(page.sent('data.deleteCache')).toEqual([])
  await press(page.button('Delete cache'))
  expect(page.sent('data.deleteCache')).toHaveLength(1)
})

test('a finished backup and a finished export are confirmed', async () => {
  await open()
  await press(page.button('Back up now'))
  expect(page.find('[role=status]').textContent).toContain('Backup made and checked')
  await press(page.button('Export journal'))
  expect(page.find('[role=status]').textContent).toContain('/data/exports/journal.sqlite')
  expect(page.target.textContent).not.toContain('Show in folder')
})

test('a failed backup is an alert above every screen until a backup succeeds', async () => {
  let message: string | null = 'The disk that holds /data is full.'
  const transport = fixtureTransport({
    'data.read': () => ({
      ...{ directory: '/data', journalBytes: 0, cacheBytes: 0, lastBackupAt: null, checkedAt: null },
      troubles: message === null ? [] : [{ kind: 'backup-failed', message, at: 0 }],
    }),
  })
  page = await mountInApp(Banners, {}, transport)
  expect(page.find('[role=alert]').textContent).toContain('The disk that holds /data is full.')
  message = null
  transport.emit('data.changed')
  await expect.poll(() => page.target.querySelector('[role=alert]')).toBeNull()
})
