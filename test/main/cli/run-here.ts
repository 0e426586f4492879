import { runCommandLine } from '../../../src/main/cli/run.ts'
import { systemClock } from '../../../src/main/time/clock.ts'
import type { Ended } from './run-cli.ts'

/** Runs the command line in this process, because starting a process takes about a second. */
export async function runHere(args: readonly string[]): Promise<Ended> {
  let [output, errors] = ['', '']
  const code = await runCommandLine(args, {
    ...{ defaultDataDir: '/nowhere', unlock: async () => undefined, version: '0', clock: systemClock },
    ...{ style: { hasColour: false, width: null }, languages: [] },
    write: async (text) => void (output += text),
    writeError: (text) => void (errors += text),
    logFault: (where, error) => void (errors += `${where}: ${String(error)}`),
  })
  return { code, output, errors }
}
