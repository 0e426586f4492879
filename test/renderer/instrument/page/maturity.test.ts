import { expect, test, vi } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import type { InstrumentView } from '#shared/model/instrument-view.ts'
import { details, instrumentView, readPart, unreadPart } from '../../fixtures/instrument.ts'
import { bond } from '../../fixtures/positions.ts'
import { closeAfterEachTest, open, page, section } from '../open-screen.ts'

closeAfterEachTest()

const { symbol } = bond

/** A bond for which the service sends no maturity. What is set is read again, as from the host. */
async function openBond(changes: Partial<InstrumentView> = {}, refusal: string | null = null) {
  let typed: string | null = null
  await open(symbol, {
    'instruments.read': () =>
      instrumentView(symbol, {
        ...{ listed: null, details: readPart(details(symbol, { type: 'BONDS' })) },
        ...{ maturity: typed === null ? null : { on: typed, source: 'typed' }, typedMaturity: typed },
        ...changes,
      }),
    'bonds.list': () => [],
    'instruments.setMaturity': ({ maturesOn }) => {
      if (refusal !== null) throw new AppError('invalid', () => refusal)
      typed = maturesOn
      page.transport.emit('events.changed')
    },
  })
}
const part = () => page.find('[data-section="details"]')
/** The sheet of the part, opened by its button. */
async function openSheet(button: string): Promise<HTMLElement> {
  // The button appears with the answer to a request.
  const sheet = await vi.waitFor(() => {
    const opener = [...part().querySelectorAll('button')].find(({ textContent }) => textContent.trim() === button)
    const found = part().querySelector<HTMLElement>(`[id="${opener?.getAttribute('popovertarget')}"]`)
    expect(found).not.toBeNull()
    return found!
  })
  sheet.showPopover()
  await page.settle()
  return sheet
}
async function submit(sheet: HTMLElement, date: string): Promise<void> {
  const field = sheet.querySelector('input')!
  await page.type(field, date)
  field.dispatchEvent(new FocusEvent('blur'))
  sheet.querySelector('form')!.requestSubmit()
  await page.settle()
}

test('a bond without a maturity asks for it, and shows what was entered as entered, in figures and reference data', async () => {
  await openBond()
  expect(section('details')).toMatch(/Maturity ?Not served\. ?Enter it/)
  expect(section('quote')).toMatch(/Maturity ?Not served\. ?Enter it/)
  await submit(await openSheet('Enter it'), '17 May 2033')
  expect(page.sent('instruments.setMaturity')).toEqual([{ symbol, maturesOn: '2033-05-17' }])
  // It is read again a quarter of a second after the last reading at the earliest.
  for (const id of ['details', 'quote'])
    await vi.waitFor(() => expect(section(id)).toMatch(/Maturity ?17 May 2033 \(typed\) ?[\d,]+ d ?Change/))
  expect(page.find(`[title="${m.positions_maturity_is_typed()}"]`).textContent).toContain('17 May 2033')
})

test('an entered maturity can be changed and cleared', async () => {
  await openBond()
  await submit(await openSheet('Enter it'), '17 May 2033')
  await vi.waitFor(() => expect(section('details')).toContain('17 May 2033'))
  await submit(await openSheet('Change'), '18 May 2033')
  await vi.waitFor(() => expect(section('details')).toContain('18 May 2033'))
  const sheet = await openSheet('Change')
  expect(sheet.querySelector('input')?.value).toBe('18/05/2033')
  const clear = [...sheet.querySelectorAll('button')].find(({ textContent }) => textContent.trim() === 'Clear')
  clear?.click()
  await vi.waitFor(() => expect(section('details')).toMatch(/Not served\. ?Enter it/))
  expect(page.sent('instruments.setMaturity').at(-1)).toEqual({ symbol, maturesOn: null })
})

test('a refusal is shown in the sheet, which stays open with the date; text that is no date is not sent', async () => {
  await openBond({}, 'The journal is full.')
  const sheet = await openSheet('Enter it')
  await submit(sheet, 'soon')
  expect(page.sent('instruments.setMaturity')).toEqual([])
  await submit(sheet, '17 May 2033')
  expect(sheet.querySelector('form > [role=alert]')?.textContent).toBe('The journal is full.')
  expect(sheet.querySelector('input')?.value).toBe('17/05/2033')
})

test('a maturity of the service is not edited; a date that was entered before is shown as not used, and can be cleared', async () => {
  await openBond({ maturity: { on: '2033-11-15', source: 'served' } })
  expect(section('details')).toMatch(/Maturity ?15 Nov 2033 ?[\d,]+ d(?! ?(Enter|Change|You))/)
  await page.end()
  await openBond({ maturity: { on: '2033-11-15', source: 'served' }, typedMaturity: '2033-05-17' })
  expect(section('details')).toMatch(
    /15 Nov 2033 ?You entered 17 May 2033\. It is not used, because[^.]*\. ?[\d,]+ d ?Change/,
  )
  const sheet = await openSheet('Change')
  const clear = [...sheet.querySelectorAll('button')].find(({ textContent }) => textContent.trim() === 'Clear')
  clear?.click()
  await page.settle()
  expect(page.sent('instruments.setMaturity')).toEqual([{ symbol, maturesOn: null }])
})

test('a maturity that is over says so, and one that was never read is not called missing', async () => {
  await openBond({ maturity: { on: '2026-11-10', source: 'repaid' } })
  expect(section('details')).toMatch(/Maturity ?10 Nov 2026 ?matured/)
  await page.end()
  await openBond({ listed: { ...instrumentView('AAPL@XNGS').listed!, symbol, type: 'BONDS' }, details: unreadPart })
  expect(section('quote')).toMatch(/Maturity ?— ?Enter it/)
})
