import { expect, onTestFinished, test } from 'vitest'
import { createDemo } from '../../../src/main/profile/demo-service.ts'
import { until } from '../../fakes/until.ts'

test('a fault of the demo is logged and ends only the demo, which starts again at the same address', async () => {
  const faults: unknown[] = []
  const file = new URL('./faulty-demo.ts', import.meta.url)
  const demo = createDemo(
    { size: 'small', as: 'documented' },
    (where, error) => faults.push([where, String(error)]),
    file,
  )
  onTestFinished(() => demo.close())
  const access = demo.access()
  const address = await access.baseUrl
  const [first, body] = [await access.readSecret(), (secret: string | null) => JSON.stringify({ secret })]
  const openSession = async (secret: string | null) =>
    (await fetch(new URL('/v1/sessions', address), { method: 'POST', body: body(secret) })).status
  expect(await openSession(first)).toBe(200)
  await fetch(new URL('/v1/usage', address)).catch(() => undefined)
  await until(
    () => faults,
    (noted) => noted.length > 0,
  )
  expect(faults).toEqual([['the demo', 'Error: a fault of the demo']])
  const second = await access.readSecret()
  expect(second).not.toBe(first)
  expect(await openSession(second)).toBe(200)
})
