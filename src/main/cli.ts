import { runProcess } from './cli/run-process.ts'

process.exitCode = await runProcess(process.argv.slice(2))
