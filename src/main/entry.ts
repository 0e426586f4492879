import { app } from 'electron'
import { commandArguments } from './cli/command-arguments.ts'
import { startToolkitWithoutGl } from './desktop/system/toolkit.ts'

// Electron loads this module before it looks for a display. A command runs and ends here: no window, no tray, no lock, no session.
const command = app.isPackaged ? commandArguments(process.argv.slice(1)) : null
if (command === null) await open()
else await endWith(command)

async function open(): Promise<void> {
  if (process.platform === 'linux') startToolkitWithoutGl(process.env, app.whenReady())
  await import('./index.ts')
}

async function endWith(args: readonly string[]): Promise<never> {
  const { runCommand } = await import('./run-command.ts')
  const code = await runCommand(args)
  for (const stream of [process.stdout, process.stderr]) await new Promise((resolve) => stream.write('', resolve))
  process.exit(code)
}
