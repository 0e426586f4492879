import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import Calendar from '#renderer/ui/fields/Calendar.svelte'
import DateInput from '#renderer/ui/fields/DateInput.svelte'
import TimeInput from '#renderer/ui/fields/TimeInput.svelte'
import { mountInApp, type Mounted } from '../../fixtures/page/mount.ts'

let page: Mounted
let field: HTMLInputElement
const chosen = vi.fn<(...dates: string[]) => void>()
beforeEach(() => void chosen.mockReset())
afterEach(() => page.end())

async function show(component: unknown, props: Record<string, unknown>) {
  page = await mountInApp(component as never, { id: 'field', onchoose: chosen, ...props } as never)
  field = page.find<HTMLInputElement>('input')
}
/** Presses a key. Returns whether the field used it. */
async function press(key: string): Promise<boolean> {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
  field.dispatchEvent(event)
  await page.settle()
  return event.defaultPrevented
}
const problem = () => page.target.querySelector('[role=alert]')?.textContent ?? ''

test('a typed date is used with Enter or when the field is left, not after each character', async () => {
  await show(DateInput, { value: '2026-06-12' })
  expect(field.value).toBe('12/06/2026')
  await page.type(field, '1 May 2026')
  expect(chosen).not.toHaveBeenCalled()
  expect(await press('Enter')).toBe(true)
  expect(chosen.mock.calls).toEqual([['2026-05-01']])
  await page.type(field, '2 May 2026')
  field.dispatchEvent(new FocusEvent('blur'))
  expect(chosen.mock.calls.at(-1)).toEqual(['2026-05-02'])
})

test('text that is no date stays with the reason, changes nothing and does not let a form be sent; Escape restores the date', async () => {
  await show(DateInput, { value: '2026-06-12', max: '2026-06-30' })
  expect(field.checkValidity()).toBe(true)
  await page.type(field, '31/6/2026')
  await press('Enter')
  expect(problem()).toContain('This is not a date')
  expect([field.value, field.getAttribute('aria-invalid'), field.checkValidity()]).toEqual(['31/6/2026', 'true', false])
  await page.type(field, '1/7/2026')
  expect(problem()).toBe('')
  field.dispatchEvent(new FocusEvent('blur'))
  await page.settle()
  expect(problem()).toBe('This date can be 30 Jun 2026 at the latest.')
  expect(await press('Escape')).toBe(true)
  expect([field.value, problem(), field.checkValidity()]).toEqual(['12/06/2026', '', true])
  expect(chosen).not.toHaveBeenCalled()
})

test('Enter and Escape belong to the form or sheet while nothing is typed', async () => {
  await show(DateInput, { value: '2026-06-12' })
  expect([await press('Enter'), await press('Escape')]).toEqual([false, false])
})

test('the arrows move by a day, not after the last date that can be chosen', async () => {
  await show(DateInput, { value: '2026-06-29', max: '2026-06-30' })
  for (const key of ['ArrowUp', 'ArrowUp', 'ArrowUp']) await press(key)
  expect(field.value).toBe('30/06/2026')
  await press('ArrowDown')
  await press('ArrowDown')
  await press('Enter')
  expect(chosen.mock.calls).toEqual([['2026-06-28']])
})

test('an emptied field has no date', async () => {
  await show(DateInput, { value: '2026-06-12' })
  await page.type(field, ' ')
  await press('Enter')
  expect(chosen.mock.calls).toEqual([['']])
})

test('a time is written as in the region, and read in several forms', async () => {
  await show(TimeInput, { value: '22:30', label: 'From' })
  expect([field.value, field.getAttribute('aria-label')]).toEqual(['22:30', 'From'])
  await press('ArrowUp')
  await press('ArrowUp')
  expect(field.value).toBe('00:30')
  await page.type(field, '9 pm')
  await press('Enter')
  await page.type(field, '25')
  await press('Enter')
  expect(problem()).toContain('This is not a time')
  expect(chosen.mock.calls).toEqual([['21:00']])
})

test('a calendar for one date chooses it with one click, and no date after the last possible one', async () => {
  page = await mountInApp(
    Calendar as never,
    { first: '', last: '', today: '2026-06-12', max: '2026-06-11', isSingle: true, onchoose: chosen } as never,
  )
  const day = (label: string) => page.find<HTMLButtonElement>(`[aria-label="${label}"]`)
  expect([day('11 Jun 2026').tabIndex, day('12 Jun 2026').tabIndex]).toEqual([0, -1])
  expect(day('12 Jun 2026').getAttribute('aria-disabled')).toBe('true')
  day('12 Jun 2026').click()
  expect(chosen).not.toHaveBeenCalled()
  day('3 Jun 2026').click()
  expect(chosen.mock.calls).toEqual([['2026-06-03', '2026-06-03']])
  expect(page.text()).not.toContain('Select the first day')
})
