import { expect, test } from 'vitest'
import { startHandlers } from '../rig.ts'

test('all data is deleted only from a locked app, and only after the words', async () => {
  const { client } = startHandlers()
  const typed = 'delete everything'
  await expect(client.call('lock.eraseAll', { typed })).rejects.toMatchObject({ code: 'invalid' })
  await client.call('lock.setPin', { pin: '2580', current: null })
  await client.call('lock.lock')
  await expect(client.call('lock.eraseAll', { typed: 'delete' })).rejects.toThrow(/type: delete everything/)
  expect(await client.call('lock.eraseAll', { typed: ' Delete everything ' })).toEqual([])
})

test('a PIN is at least four characters long, and no answer contains it', async () => {
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
