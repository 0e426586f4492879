import { expect, test } from 'vitest'
import { useApp } from '../rig/app.ts'

const app = useApp()
const screenFiles = 16
const wait = { timeout: 120_000 }

test('a window starts with the file of its screen and reads the others later; a failed one is offered again', async () => {
  const { page } = await app.open({ viewport: { width: 1280, height: 860 } })
  await page.evaluate(() => void (location.hash = '#/health'))
  await page.locator('main .health').waitFor(wait)
  // The window is still reading the other files.
  const countRead = () =>
    page.evaluate(
      () => performance.getEntriesByType('resource').filter(({ name }) => /[/][A-Z]\w+-[^/]+[.]js$/.test(name)).length,
    )
  await expect.poll(countRead, wait).toBe(screenFiles)
  const read: string[] = []
  page.on('requestfinished', (request) => {
    const [, name] = /assets\/([A-Z]\w+)-[^/]+\.js$/.exec(request.url()) ?? []
    if (name !== undefined) read.push(name)
  })
  let isBlocked = true
  await page.route('**/assets/Health-*.js', (route) => (isBlocked ? route.abort() : route.continue()))
  await page.reload()
  await page.getByText('This screen failed').waitFor(wait)
  expect(read).toEqual([])
  isBlocked = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('This screen failed').waitFor({ ...wait, state: 'detached' })
  await page.locator('main .health').waitFor(wait)
  await expect.poll(() => read[0], wait).toBe('Health')
  await expect.poll(() => read.length, wait).toBe(screenFiles)
  expect(new Set(read).size).toBe(screenFiles)
})
