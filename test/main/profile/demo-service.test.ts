import { expect, onTestFinished, test } from 'vitest'
import { createDemo } from '#main/monitor/demo-service.ts'
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

test('the demo of a profile answers in the shape that it was started with', async () => {
  const file = new URL('../../../src/main/demo/demo.thread.ts', import.meta.url)
  const statuses = (['documented', 'recorded'] as const).map(async (as) => {
    const demo = createDemo({ size: 'small', as }, () => undefined, file)
    onTestFinished(() => demo.close())
    const access = demo.access()
    const [address, secret] = [await access.baseUrl, await access.readSecret()]
    const opened = await fetch(new URL('/v1/sessions', address), { method: 'POST', body: JSON.stringify({ secret }) })
    const { token } = (await opened.json()) as { token: string }
    const headers = { authorization: `Bearer ${token}` }
    return (await fetch(new URL('/v1/assets/SBER@MISX', address), { headers })).status
  })
  expect(await Promise.all(statuses)).toEqual([200, 400])
})
