import { runCommandLine } from '#main/cli/run.ts'
import { AlreadyRunningError } from '#main/sqlite/errors.ts'
import { systemClock } from '#main/time/clock.ts'
import type { Ended } from './run-cli.ts'

/** Runs the command line in this process, because starting a process takes about a second. */
export async function runInProcess(
  args: readonly string[],
  onWritten: () => Promise<void> = async () => undefined,
): Promise<Ended> {
  let [output, errors] = ['', '']
  const code = await runCommandLine(args, {
    ...{ defaultDataDir: '/nowhere', unlock: async () => undefined, version: '0', clock: systemClock },
    checkService: () => Promise.reject(new AlreadyRunningError('Tidemark is already running')),
    ...{ style: { hasColour: false, width: null }, languages: [] },
    async write(text) {
      output += text
      await onWritten()
    },
    writeError: (text) => void (errors += text),
    logFault: (where, error) => void (errors += `${where}: ${String(error)}`),
  })
  return { code, output, errors }
}

/** The rows of a command's JSON output. Throws its standard error when it fails. */
export async function readRows(
  args: readonly string[],
  run: (args: readonly string[]) => Promise<Ended> = runInProcess,
): Promise<Record<string, unknown>[]> {
  const { code, output, errors } = await run([...args, '--format', 'json'])
  if (code !== 0 && code !== 1) throw new Error(errors)
  const rows: unknown = JSON.parse(output)
  if (!Array.isArray(rows)) throw new Error(`not a list: ${output}`)
  return rows.map((row: unknown) => Object.fromEntries(Object.entries(row ?? {})))
}
