import './host/no-debugger.ts'
import { reportFault } from './host/log.ts'

try {
  const { runCommand } = await import('./run-command.ts')
  process.exitCode = await runCommand(process.argv.slice(2))
} catch (error) {
  process.exitCode = reportFault(error)
}
