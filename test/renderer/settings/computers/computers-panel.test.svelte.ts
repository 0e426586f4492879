import { afterEach, expect, test } from 'vitest'
import ComputersPanel from '#renderer/settings/computers/ComputersPanel.svelte'
import type { Decimal } from '#shared/decimal.ts'
import type { ComputerConflict, SharedFolderState } from '#shared/model/app/computers.ts'
import { computersAnswers, offeredCode } from '../../fixtures/app/computers.ts'
import { mountInApp, type Mounted } from '../../fixtures/page/mount.ts'
import { failing, fixtureTransport, type Answers } from '../../fixtures/transport.ts'

let page: Mounted
afterEach(() => page.end())

const open = async (overrides: Partial<Answers> = {}) => {
  page = await mountInApp(ComputersPanel, {}, fixtureTransport(overrides))
}
const ignoreTopic = (): void => undefined
const sharing = (shared: Partial<SharedFolderState>) => open(computersAnswers(ignoreTopic, shared))
const type = async (label: string, value: string) => {
  const labels = [...page.target.querySelectorAll<HTMLLabelElement>('dialog[open] label')]
  const field = labels.find(({ textContent }) => textContent === label)?.control
  await page.type(field instanceof HTMLInputElement ? field : expect.fail(`no field ${label}`), value)
}

test('a folder is shared only after its code was shown and entered', async () => {
  await open()
  await page.press('Share a folder…')
  expect(page.find('ol[aria-label=Code]').textContent).toBe(offeredCode.replaceAll('-', ''))
  await page.press('I have written it down')
  expect(page.target.querySelector('ol')).toBeNull()
  expect(page.button('Share folder').disabled).toBe(true)
  await type('Folder', ' /sync ')
  await type('Code', offeredCode)
  await page.press('Share folder')
  expect(page.sent('computers.create')).toEqual([{ folder: '/sync', name: 'Desktop', code: offeredCode }])
  expect(page.find('ul[aria-label=Computers]').textContent).toContain('Laptop')
})

test('Enter in a field joins only when all fields are complete', async () => {
  await open()
  const enter = async () => {
    const field = page.find('dialog[open] input')
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
    await page.settle()
  }
  await page.press('Join…')
  await type('Folder', '/sync')
  await enter()
  expect(page.sent('computers.join')).toEqual([])
  await type('Code', offeredCode)
  await enter()
  expect(page.sent('computers.join')).toEqual([{ folder: '/sync', name: 'Desktop', code: offeredCode }])
})

test('a wrong code is reported and can be entered again', async () => {
  await open({ 'computers.join': failing('invalid', 'A character of this code is wrong.') })
  await page.press('Join…')
  await type('Folder', '/sync')
  await type('Code', 'A1B2')
  await page.press('Join')
  expect(page.find('dialog[open] [role=alert]').textContent).toContain('A character of this code is wrong.')
  expect(page.button('Join').disabled).toBe(false)
})

test('both values of a conflict are shown, and one of them can be chosen', async () => {
  const option = { computer: '01', counter: 3, name: 'Desktop', at: 0, isShown: true }
  const conflict: ComputerConflict = {
    ...{ kind: 'watchlist', item: '["watchlist","1"]', field: 'name', subject: ['Tech'] },
    options: [
      { ...option, value: { form: 'text', text: 'Tech' } },
      { ...option, computer: '02', counter: 5, name: 'Laptop', isShown: false, value: { form: 'text', text: 'IT' } },
    ],
  }
  await sharing({ conflicts: [conflict] })
  const list = page.find('ul[aria-label=Conflicts]')
  expect(list.textContent).toContain('Watchlist “Tech”: name')
  expect(list.textContent).toMatch(/Tech.*used now.*Desktop.*IT.*Laptop/s)
  page.find<HTMLButtonElement>('button[aria-label^="Use this value of Laptop"]').click()
  await page.settle()
  expect(page.sent('computers.choose')).toEqual([{ item: conflict.item, field: 'name', computer: '02', counter: 5 }])
  expect(page.target.querySelector('ul[aria-label=Conflicts]')).toBeNull()
})

test('amounts of a conflict are hidden in privacy mode', async () => {
  const option = { computer: '01', counter: 3, name: 'Desktop', at: 0, isShown: true }
  const value = { form: 'amount', amount: '987.65' as Decimal } as const
  const conflict: ComputerConflict = {
    ...{ kind: 'opening', item: '["opening","X","","USD"]', field: 'amount', subject: ['X', 'USD'] },
    options: [
      { ...option, value },
      { ...option, computer: '02', value: { form: 'removed' } },
    ],
  }
  await sharing({ conflicts: [conflict] })
  expect(page.text()).toContain('987.65')
  await page.app.change({ hideAmounts: true })
  await page.settle()
  expect(page.text()).not.toContain('987.65')
})

test('a missing folder and files with faults are named', async () => {
  await sharing({
    trouble: 'The folder /sync is not there.',
    unwritten: 2,
    faults: [{ file: 'x (conflicted copy).tidemark', problem: 'copy' }],
  })
  expect(page.text()).toContain('The folder /sync is not there.')
  expect(page.text()).toContain('are waiting to be written')
  expect(page.find('ul[aria-label="Files with faults"]').textContent).toContain('The original counts')
  await page.press('Try again')
  expect(page.sent('computers.check')).toHaveLength(1)
})

test('leaving the folder requires confirmation and says what stays in the folder', async () => {
  await sharing({})
  await page.press('Leave…')
  expect(page.find('dialog[open]').textContent).toContain('/sync/tidemark-0123456789abcdef')
  expect(page.sent('computers.leave')).toEqual([])
  await page.press('Leave')
  expect(page.sent('computers.leave')).toHaveLength(1)
  expect(page.button('Join…').disabled).toBe(false)
})
