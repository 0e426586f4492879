import { expect, test } from 'vitest'
import { useApp } from '../rig/app.ts'

const app = useApp('small')
const wait = { timeout: 120_000 }

test('a window starts with the file of its screen and reads the others later; a failed one is offered again', async () => {
  const { page } = await app.open({ viewport: { width: 1280, height: 860 } })
  await page.evaluate(() => void (location.hash = '#/health'))
  await page.locator('main .health').waitFor(wait)
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
  expect(read[0]).toBe('Health')
  await expect.poll(() => read.length, wait).toBe(16)
  expect(new Set(read).size).toBe(16)
})
