import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type Electron from 'electron'
import type { ElectronApplication } from 'playwright'

/**
 * An app in which each call runs as a task of its own: V8's inspector would run it in the middle of other code, for example of
 * a query. The inspector may also lose a result by garbage collection before it is delivered: then the call is repeated, at most
 * three times. A call to an app that has ended says how it ended.
 */
export function controlled(app: ElectronApplication): ElectronApplication {
  const describeEnd = watchEnd(app.process())
  const ended = once(app.process(), 'exit')
  const [evaluate, close] = [app.evaluate.bind(app), app.close.bind(app)]
  const call = async (task: { readonly source: string; readonly arg: unknown }, left: number): Promise<unknown> => {
    try {
      return await evaluate(runAsTask, task)
    } catch (error) {
      if (left > 0 && String(error).includes('garbage collected')) return call(task, left - 1)
      const end = describeEnd()
      throw end === null ? error : new Error(`Electron ended with ${end}`, { cause: error })
    }
  }
  return Object.assign(app, {
    evaluate: (run: (...args: never[]) => unknown, arg?: unknown) => call({ source: String(run), arg }, 3),
    async close() {
      const quits = app.evaluate((electron) => void setImmediate(() => electron.app.quit()))
      // An app that has ended cannot be called.
      await quits.then(() => ended).catch(() => undefined)
      await close()
    },
  })
}

/** Runs in the app. */
const runAsTask = (
  electron: typeof Electron,
  { source, arg }: { readonly source: string; readonly arg: unknown },
): Promise<unknown> =>
  new Promise((resolve) => setImmediate(resolve)).then(() => {
    const run = process.getBuiltinModule('node:vm').runInThisContext(`(${source})`)
    return run(electron, arg)
  })

/** Returns a function that describes the end of a process: its signal or code, and its last output; `null` while it runs. */
function watchEnd(app: ChildProcess): () => string | null {
  let output = ''
  app.stderr?.on('data', (chunk: Buffer) => (output = `${output}${chunk.toString()}`.slice(-2_000)))
  return () => {
    const { exitCode, signalCode } = app
    return exitCode === null && signalCode === null ? null : `${signalCode ?? `code ${String(exitCode)}`}: ${output}`
  }
}
