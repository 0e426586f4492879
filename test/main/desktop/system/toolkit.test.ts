import { expect, test } from 'vitest'
import { startToolkitWithoutGl } from '#main/desktop/system/toolkit.ts'

test('the toolkit starts without OpenGL, and programs that are started later inherit nothing', async () => {
  const env: NodeJS.ProcessEnv = { PATH: '/bin' }
  const started = Promise.withResolvers<undefined>()
  startToolkitWithoutGl(env, started.promise)
  expect(env).toEqual({ PATH: '/bin', GDK_GL: 'disable' })
  started.resolve(undefined)
  await expect.poll(() => env).toEqual({ PATH: '/bin' })
})

test('a value that the user has set is kept', async () => {
  const env: NodeJS.ProcessEnv = { GDK_GL: 'always' }
  const started = Promise.resolve()
  startToolkitWithoutGl(env, started)
  await started
  expect(env).toEqual({ GDK_GL: 'always' })
})
