import { afterEach, expect, test } from 'vitest'
import SetAsideFolders from '#renderer/settings/set-aside/SetAsideFolders.svelte'
import type { SetAsideFolder } from '#shared/model/app/sealing.ts'
import { mountInApp, type Mounted } from '../../fixtures/page/mount.ts'
import { failing, fixtureTransport, type Answers } from '../../fixtures/transport.ts'

let page: Mounted
afterEach(() => page.end())

const folder: SetAsideFolder = {
  path: '/data/profiles/service-1/sealed-3f2a91c07d5e6b48',
  keyId: '3f2a91c07d5e6b48',
  copies: [
    { id: 'sealed-3f2a91c07d5e6b48/journal.sqlite', at: Date.UTC(2026, 2, 1), bytes: 40_960, reason: null },
    { id: 'sealed-3f2a91c07d5e6b48/backups/one.sqlite', at: Date.UTC(2026, 1, 1), bytes: 40_960, reason: 'daily' },
  ],
}
const open = async (overrides: Partial<Answers> = {}) => {
  page = await mountInApp(
    SetAsideFolders,
    {},
    fixtureTransport({ 'sealing.listSetAside': () => [folder], ...overrides }),
  )
}
const type = (code: string) => page.type('dialog textarea', code)

test('without a folder that was set aside, nothing is shown', async () => {
  await open({ 'sealing.listSetAside': () => [] })
  expect(page.text()).toBe('')
})

test('a journal that was set aside is restored only after its code was checked', async () => {
  await open()
  expect(page.text()).toContain(folder.path)
  await page.press('Open…')
  expect(page.button('Check code').disabled).toBe(true)
  await type('A00Z')
  await page.press('Check code')
  expect(page.sent('sealing.inspectSetAside')).toEqual([{ id: folder.copies[0]!.id, code: 'A00Z' }])
  expect(page.sent('sealing.bringBack')).toEqual([])
  expect(page.find('dialog table').textContent).toContain('Watchlists')
  await page.press('Bring back')
  expect(page.sent('sealing.bringBack')).toEqual([{ id: folder.copies[0]!.id, code: 'A00Z' }])
  expect(page.find('[role=status]').textContent).toContain('is back')
})

test('another code or another copy must be checked again before it is restored', async () => {
  await open()
  await page.press('Open…')
  await type('A00Z')
  await page.press('Check code')
  await type('A00Z A01Z')
  expect(page.button('Bring back').disabled).toBe(true)
  await page.press('Check code')
  const select = page.find<HTMLSelectElement>('dialog select')
  select.value = folder.copies[1]!.id
  select.dispatchEvent(new Event('change', { bubbles: true }))
  await page.settle()
  expect(page.button('Bring back').disabled).toBe(true)
  await page.press('Check code')
  await page.press('Bring back')
  expect(page.sent('sealing.bringBack')).toEqual([{ id: folder.copies[1]!.id, code: 'A00Z A01Z' }])
})

test('a code that does not open the copy is reported, and nothing can be restored', async () => {
  await open({
    'sealing.inspectSetAside': () => ({
      problem: 'This recovery code does not open the backup.',
      needsCode: true,
      tables: [],
    }),
  })
  await page.press('Open…')
  await type('A00Z')
  await page.press('Check code')
  expect(page.find('dialog [role=alert]').textContent).toContain('does not open')
  expect(page.button('Bring back').disabled).toBe(true)
})

test('text that is not a code is reported', async () => {
  await open({ 'sealing.inspectSetAside': failing('invalid', 'A recovery code has 56 characters; this one has 4.') })
  await page.press('Open…')
  await type('A00Z')
  await page.press('Check code')
  expect(page.find('dialog [role=alert]').textContent).toContain('56 characters')
})
