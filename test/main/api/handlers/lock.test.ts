import { expect, test } from 'vitest'
import { startHandlers } from '../rig.ts'

test('all data is deleted only while the app is locked, and only if the confirmation text is given', async () => {
  const { client } = startHandlers()
  const typed = 'delete everything'
  await expect(client.call('lock.eraseAll', { typed })).rejects.toMatchObject({ code: 'invalid' })
  await client.call('lock.setPin', { pin: '2580', current: null })
  await client.call('lock.lock')
  await expect(client.call('lock.eraseAll', { typed: 'delete' })).rejects.toThrow(/type: delete everything/)
  expect(await client.call('lock.eraseAll', { typed: ' Delete everything ' })).toEqual([])
})

test('a PIN has at least four characters, and no response contains it', async () => {
  const { client } = startHandlers()
  await expect(client.call('lock.setPin', { pin: '258', current: null })).rejects.toMatchObject({
    code: 'invalid-request',
  })
  const answers = [
    await client.call('lock.setPin', { pin: '25807', current: null }),
    await client.call('lock.unlock', { pin: '25807' }),
    await client.call('lock.change', { idleMinutes: null }),
    await client.call('lock.read'),
  ]
  expect(JSON.stringify(answers)).not.toContain('25807')
  expect(answers.at(-1)).toMatchObject({ hasPin: true, isLocked: false, idleMinutes: null })
})
