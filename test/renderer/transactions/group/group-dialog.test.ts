import { expect, test } from 'vitest'
import type { RowGroupPreview } from '#shared/model/transaction/history.ts'
import type { RowGroupDraft } from '#shared/model/transaction/row-group.ts'
import { settings } from '../../fixtures/data.ts'
import { failing } from '../../fixtures/transport.ts'
import { mounted, requested, until } from '../transactions-screen.ts'
import { choose, confirm, dialog, draftOf, isOpen, openDialog, previewWithAlike, rows, words } from './groups-screen.ts'

const typeShare = (text: string): Promise<void> =>
  mounted.type(dialog().querySelector<HTMLInputElement>('input[inputmode=decimal]') ?? expect.fail('no field'), text)

test('the dialog shows each row with its kind now and then, and what the chosen event does', async () => {
  await openDialog()
  expect(requested('transactions.previewGroup')).toEqual([draftOf(['3', '4'])])
  expect(words()).toMatch(/Row 3.*OLD@X.*Pieces -40.*Unknown → Split or conversion.*Row 4.*Pieces 8/)
  expect(dialog().querySelectorAll('option')).toHaveLength(7)
  expect(words()).toContain('Pieces of one symbol become pieces of another, with all of their cost.')
  await choose('Reversal')
  expect(words()).toMatch(/Row 3.*Unknown → Reversal/)
  expect(requested('transactions.previewGroup').at(-1)).toEqual(draftOf(['3', '4'], 'reversal'))
})

test('a refusal is shown in place and nothing can be made; another kind is previewed again', async () => {
  await openDialog({
    'transactions.previewGroup': (draft) =>
      draft.kind === 'repo' ? failing('invalid', 'A repo needs money.')() : { ...previewWithAlike(draft), alike: [] },
  })
  expect(confirm().disabled).toBe(false)
  await choose('Repo')
  expect(words()).toContain('These transactions cannot be this together')
  expect(words()).toContain('A repo needs money.')
  expect(words()).not.toContain('Unknown →')
  expect(confirm().disabled).toBe(true)
  await choose('Split')
  expect(words()).not.toContain('A repo needs money.')
  expect(confirm().disabled).toBe(false)
})

test('a late answer to an older question does not replace the newer preview', async () => {
  const late: (() => void)[] = []
  await openDialog({
    'transactions.previewGroup': (draft) =>
      draft.kind === 'split'
        ? new Promise<RowGroupPreview>((resolve) => {
            late.push(() => resolve({ ...previewWithAlike(draft), alike: [] }))
          })
        : { ...previewWithAlike(draft), rows: rows.slice(2).map((row) => ({ row, kindAfter: 'repo' })) },
  })
  await choose('Split')
  expect(confirm().disabled).toBe(true)
  await choose('Repo')
  expect(words()).toContain('Unknown → Repo')
  for (const answer of late) answer()
  await mounted.settle()
  expect(words()).toContain('Unknown → Repo')
  expect(words()).not.toContain('→ Split or conversion')
  expect(words()).toContain('One other event like this is found.')
})

test.each(['12,5', '12.5'])('the typed share %s % of a spin-off is sent as an exact decimal', async (typed) => {
  const made: RowGroupDraft[][] = []
  await openDialog({ 'transactions.group': ({ groups }) => (made.push(groups), { ids: ['g'] }) })
  await choose('Spin-off')
  expect(confirm().disabled).toBe(true)
  await typeShare(typed)
  await until(() => !confirm().disabled)
  expect(requested('transactions.previewGroup').at(-1)).toMatchObject({ kind: 'spin-off', costShare: '0.125' })
  confirm().click()
  await mounted.settle()
  expect(made).toEqual([[{ ...draftOf(['3', '4'], 'spin-off'), costShare: '0.125' }]])
})

test('a share of 0, of 100 or more, or none makes nothing, and says which shares there are', async () => {
  await openDialog()
  await choose('Spin-off')
  expect(words()).not.toContain('Enter a number')
  for (const typed of ['100', '0', 'ten']) {
    await typeShare('20')
    await until(() => !confirm().disabled)
    await typeShare(typed)
    expect([typed, confirm().disabled]).toEqual([typed, true])
    expect(dialog().querySelector('[role=alert]')?.textContent).toBe(
      'Enter a number above 0 and below 100, with at most 4 decimals.',
    )
  }
  await choose('Split')
  expect(dialog().querySelector('[role=alert]')).toBeNull()
})

test('others like these are not chosen at first; each or all can be, and the button counts the groups', async () => {
  await openDialog({ 'transactions.previewGroup': (draft) => ({ ...previewWithAlike(draft), hasMore: true }) })
  const boxes = () => [...dialog().querySelectorAll<HTMLInputElement>('input[type=checkbox]')]
  expect(words()).toContain('One other event like this is found. There are more: these are the newest.')
  expect(boxes().map(({ checked }) => checked)).toEqual([false, false])
  expect(confirm().textContent.trim()).toBe('Make 1 group')
  boxes()[0]?.click()
  await mounted.settle()
  expect(boxes().map(({ checked }) => checked)).toEqual([true, true])
  expect(confirm().textContent.trim()).toBe('Make 2 groups')
  boxes()[1]?.click()
  await mounted.settle()
  expect(boxes().map(({ checked }) => checked)).toEqual([false, false])
  boxes()[1]?.click()
  await mounted.settle()
  confirm().click()
  await mounted.settle()
  expect(requested('transactions.group')).toEqual([{ groups: [draftOf(['3', '4']), draftOf(['1', '2'])] }])
})

test('if the groups cannot be kept, the dialog stays open with the reason', async () => {
  await openDialog({ 'transactions.group': failing('invalid', 'The journal cannot be written.') })
  confirm().click()
  await mounted.settle()
  expect(isOpen()).toBe(true)
  expect(dialog().querySelector('[role=alert]')?.textContent).toBe('The journal cannot be written.')
  await mounted.press('Cancel')
  expect(isOpen()).toBe(false)
  expect(mounted.text()).not.toContain('The journal cannot be written.')
})

test('privacy mode hides pieces and amounts in the dialog', async () => {
  await openDialog({
    'settings.read': () => ({ ...settings, hideAmounts: true }),
    'transactions.previewGroup': previewWithAlike,
  })
  expect(words()).toContain('•••')
  expect(dialog().innerHTML.replaceAll(',', '')).not.toMatch(/1234|5678/)
})
