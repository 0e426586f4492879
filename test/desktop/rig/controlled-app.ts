import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { ElectronApplication } from 'playwright'

/**
 * V8's inspector holds pending results only weakly, so a garbage collection may drop a result before it is delivered. Then
 * the call to the main process is repeated, at most three times. A call to an app that has ended says how it ended.
 */
export function withCallsThatExplain(app: ElectronApplication): ElectronApplication {
  const describeEnd = watchEnd(app.process())
  const evaluate = app.evaluate.bind(app) as (...args: unknown[]) => Promise<unknown>
  const repeat = async (args: unknown[], left: number): Promise<unknown> => {
    try {
      return await evaluate(...args)
    } catch (error) {
      if (left > 0 && String(error).includes('garbage collected')) return repeat(args, left - 1)
      const end = describeEnd()
      throw end === null ? error : new Error(`Electron ended with ${end}`, { cause: error })
    }
  }
  return Object.assign(app, { evaluate: (...args: unknown[]) => repeat(args, 3) })
}

/**
 * The inspector runs a call in the middle of other code, for example of a query, where a user cannot quit. So the app quits in
 * a task of its own. Playwright then finds it closed.
 */
export function quitsAsAUser(app: ElectronApplication): ElectronApplication {
  const close = app.close.bind(app)
  const ended = once(app.process(), 'exit')
  return Object.assign(app, {
    async close() {
      // An app that has ended cannot be called.
      const isAsked = await app
        .evaluate((electron) => void setImmediate(() => electron.app.quit()))
        .then(
          () => true,
          () => false,
        )
      if (isAsked) await ended
      await close()
    },
  })
}

/** Returns a function that describes the end of a process: its signal or code, and its last output; `null` while it runs. */
function watchEnd(app: ChildProcess): () => string | null {
  let output = ''
  app.stderr?.on('data', (chunk: Buffer) => (output = `${output}${chunk.toString()}`.slice(-2_000)))
  return () => {
    const { exitCode, signalCode } = app
    return exitCode === null && signalCode === null ? null : `${signalCode ?? `code ${String(exitCode)}`}: ${output}`
  }
}
