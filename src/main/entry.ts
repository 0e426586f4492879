import './host/no-debugger.ts'
import type * as Electron from 'electron'
import { m } from '#shared/messages/messages.js'
import { commandArguments } from './cli/command-arguments.ts'
import { startToolkitWithoutGl } from './desktop/system/toolkit.ts'
import { exitCodes } from './host/exit-codes.ts'
import { reportFault } from './host/log.ts'

// Electron loads this module before it looks for a display. A command runs and ends here: no window, no tray, no lock, no session.
// With ELECTRON_RUN_AS_NODE Electron is plain Node, and `electron` at most a package, which downloads Electron.
if (process.type === 'browser') await start(await import('electron'))
else await refuse()

async function start({ app }: typeof Electron): Promise<void> {
  const command = app.isPackaged ? commandArguments(process.argv.slice(1)) : null
  if (command === null) await open(app)
  else await endWith(command)
}

async function open(app: Electron.App): Promise<void> {
  if (process.platform === 'linux') startToolkitWithoutGl(process.env, app.whenReady())
  await import('./index.ts')
}

async function endWith(args: readonly string[]): Promise<never> {
  const code = await import('./run-command.ts').then(({ runCommand }) => runCommand(args)).catch(reportFault)
  for (const stream of [process.stdout, process.stderr]) await new Promise((resolve) => stream.write('', resolve))
  process.exit(code)
}

async function refuse(): Promise<never> {
  await new Promise((resolve) => process.stderr.write(`tidemark: ${m.host_electron_runs_as_node()}\n`, resolve))
  process.exit(exitCodes.badUsage)
}
