import { expect, test } from 'vitest'
import type { HandlerContext } from '#main/api/context.ts'
import { createSystemHandlers } from '#main/api/handlers/app/system.ts'
import { appendToLog, logPath } from '#main/host/log.ts'
import { makeTemporaryDirectory } from '../../../fakes/temporary-directory.ts'

/** The handlers of a host, and the files that it has opened. */
function startHost(host: 'desktop' | 'web') {
  const dataDir = makeTemporaryDirectory()
  const opened: string[] = []
  const files = {
    open: async (path: string) => void opened.push(path),
    showInFolder: () => undefined,
    choosePath: async () => null,
  }
  // The handlers of the log use no other part of the monitor.
  const context = { app: { version: '0.1.0', host, dataDir }, files: host === 'desktop' ? files : null }
  return { dataDir, opened, handlers: createSystemHandlers(context as unknown as HandlerContext) }
}

test('the last 500 lines of the log are returned, and none while the log is empty', async () => {
  const { dataDir, handlers } = startHost('web')
  expect(await handlers['health.readLog']()).toEqual({ path: logPath(dataDir), text: '' })
  for (let line = 1; line <= 600; line++) appendToLog(dataDir, `line ${line}\n`)
  const lines = (await handlers['health.readLog']()).text.split('\n')
  expect([lines.length, lines[0], lines.at(-1)]).toEqual([500, 'line 101', 'line 600'])
})

test('the desktop opens the log file, and the web host returns its path', async () => {
  const desktop = startHost('desktop')
  await desktop.handlers['health.openLog']()
  expect(desktop.opened).toEqual([logPath(desktop.dataDir)])
  const web = startHost('web')
  expect(() => web.handlers['health.openLog']()).toThrow(logPath(web.dataDir))
})
