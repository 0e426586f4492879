import { expect, test } from 'vitest'
import { LostResponseError } from '#main/broker/transport.ts'
import { cancel, user, start } from './client-rig.ts'
import { answer, failureOf, fastClock } from './loopback.ts'

test.each([500, 503, 504])(
  'a cancel with a %i response is sent once, and its outcome is reported as unknown',
  async (status) => {
    const rig = await start()
    rig.service.handle = (_, response) => answer(response, status, '')
    const failure = await failureOf(rig.broker.call('cancelOrder', cancel, user))
    expect(failure).toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('is unknown until the orders are read again'),
    })
    expect(rig.service.calls).toHaveLength(1)
  },
)

test('a cancel that loses its connection or response is sent once, and its outcome is unknown', async () => {
  const rig = await start()
  rig.service.handle = (_, __, raw) => raw.socket.resetAndDestroy()
  expect(await failureOf(rig.broker.call('cancelOrder', cancel, user))).toMatchObject({
    code: 'offline',
    message: expect.stringContaining('unknown'),
  })
  rig.service.handle = () => undefined
  const silentRig = await start({ clock: fastClock, limits: { responseTimeoutMs: 50_000 } })
  silentRig.service.handle = () => undefined
  expect(await failureOf(silentRig.broker.call('cancelOrder', cancel, user))).toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('unknown'),
  })
  expect([rig.service.calls.length, silentRig.service.calls.length]).toEqual([1, 1])
})

test('onSend is called directly before a request is sent, and can prevent it', async () => {
  const rig = await start()
  const sentBefore: number[] = []
  const onSend = (): void => void sentBefore.push(rig.service.calls.length)
  await rig.broker.call('getUsage', {}, { ...user, onSend })
  expect([sentBefore, rig.service.calls.length]).toEqual([[0], 1])
  const prevent = (): never => {
    throw new Error('the disk is full')
  }
  const failure = await failureOf(rig.broker.call('cancelOrder', cancel, { ...user, onSend: prevent }))
  expect(failure.message).toBe('the disk is full')
  expect(rig.service.calls).toHaveLength(1)
  await failureOf(rig.broker.call('cancelOrder', cancel, { ...user, onSend }))
  expect([sentBefore, rig.service.calls.length]).toEqual([[0, 1], 2])
})

test('only a failure with an unknown outcome counts as a lost response', async () => {
  const rig = await start()
  const failureBy = async (status: number) => {
    rig.service.handle = (_, response) => answer(response, status, '')
    return failureOf(rig.broker.call('cancelOrder', cancel, user))
  }
  for (const status of [500, 503, 504, 408, 302]) expect(await failureBy(status)).toBeInstanceOf(LostResponseError)
  for (const status of [400, 401, 403, 404]) expect(await failureBy(status)).not.toBeInstanceOf(LostResponseError)
})

test('a cancel that the service refuses has a known outcome', async () => {
  const rig = await start()
  rig.service.handle = (_, response) =>
    answer(response, 400, { code: 9, message: '{"message":"Order 1 cannot be canceled"}' })
  const failure = await failureOf(rig.broker.call('cancelOrder', cancel, user))
  expect(failure).toMatchObject({ code: 'invalid', message: 'The service refuses this: Order 1 cannot be canceled' })
  rig.service.handle = (_, response) => answer(response, 429, '')
  expect((await failureOf(rig.broker.call('cancelOrder', cancel, user))).message).not.toContain('unknown')
  expect(rig.service.calls).toHaveLength(2)
})

test('a request for a report is sent once', async () => {
  const rig = await start()
  rig.service.handle = (_, response) => answer(response, 503, '')
  const input = { accountId: 'A', from: 0, to: 1, form: 'REPORT_FORM_SHORT' } as const
  expect(await failureOf(rig.broker.call('createReport', input, user))).toMatchObject({ code: 'unavailable' })
  expect(rig.service.calls).toHaveLength(1)
})
