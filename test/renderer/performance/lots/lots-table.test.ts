import { expect, test } from 'vitest'
import Performance from '#renderer/performance/Performance.svelte'
import { mountInApp } from '../../fixtures/page/mount.ts'
import { failing, fixtureTransport } from '../../fixtures/transport.ts'
import { knownAnswers, realized } from '../figures.ts'

const count = 1_200

async function show(overrides = {}) {
  location.hash = '#/performance'
  localStorage.clear()
  const screen = await mountInApp(
    Performance,
    {},
    fixtureTransport({
      ...knownAnswers,
      'performance.realized': ({ offset = 0, limit = 500 }) => realized(count, offset, limit),
      ...overrides,
    }),
  )
  const rows = () => [
    ...screen.target.querySelectorAll<HTMLElement>('table[aria-label="Realized lots"] tbody tr[aria-rowindex]'),
  ]
  const press = async (key: string) => {
    const focused = rows().find((row) => row.tabIndex === 0)
    if (!focused) throw new Error('no row can have the focus')
    focused.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    await screen.settle()
  }
  return { screen, rows, press, offsets: () => offsetsOf(screen.transport.calls) }
}
const offsetsOf = (calls: readonly { readonly method: string; readonly params: unknown }[]) =>
  calls
    .filter(({ method }) => method === 'performance.realized')
    .map(({ params }) => (params as { offset: number }).offset)

test('only the lots in view are rendered, and the count includes all lots', async () => {
  const { screen, rows, offsets } = await show()
  expect(rows().length).toBeLessThan(30)
  expect(screen.find('table[aria-label="Realized lots"]').getAttribute('aria-rowcount')).toBe('1201')
  expect(offsets()).toEqual([0])
  await screen.end()
})

test('the End key moves to the last loaded lot and loads the next page, up to the last page', async () => {
  const { screen, press, rows, offsets } = await show()
  await press('End')
  expect(offsets()).toEqual([0, 500])
  await press('End')
  await press('End')
  await press('End')
  expect(offsets()).toEqual([0, 500, 1000])
  expect(rows().at(-1)?.getAttribute('aria-rowindex')).toBe('1201')
  await screen.end()
})

test('the table cannot be sorted while only a part of the lots is loaded', async () => {
  const many = await show()
  expect(many.screen.target.querySelector('table[aria-label="Realized lots"] th button')).toBeNull()
  await many.screen.end()
  const few = await show({ 'performance.realized': () => realized(3) })
  expect(few.screen.target.querySelector('table[aria-label="Realized lots"] th button')).not.toBeNull()
  await few.screen.end()
})

test('a failed page is reported, and the loaded lots stay', async () => {
  let reads = 0
  const { screen, press, rows } = await show({
    'performance.realized': ({ offset = 0, limit = 500 }) =>
      reads++ === 0 ? realized(count, offset, limit) : failing('internal', 'The cache is busy.')(),
  })
  await press('End')
  expect(screen.text()).toContain('Could not load the realized lots The cache is busy.')
  expect(rows().length).toBeGreaterThan(0)
  await screen.end()
})
