// A program that is started again after each build.
import { spawn } from 'node:child_process'

/** When the program ends by itself, for example because its window was closed, this process ends too. */
export class Restarted {
  /** @type {import('node:child_process').ChildProcess | null} */
  #child = null
  /** @type {Promise<void>} */
  #last = Promise.resolve()
  /** Called after each start. @type {(isFirst: boolean) => void} */
  onStart = () => {}

  /**
   * @param {string} command
   * @param {readonly string[]} args
   * @param {NodeJS.ProcessEnv} [env]
   */
  constructor(command, args, env = process.env) {
    this.start = () => spawn(command, args, { env, stdio: ['ignore', 'ignore', 'inherit'] })
    for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
      process.on(signal, () => void this.#stop().then(() => process.exit(0)))
  }

  /** Restarts follow one another. */
  restart() {
    this.#last = this.#last.then(async () => {
      const isFirst = this.#child === null
      await this.#stop()
      const child = this.start()
      this.#child = child
      child.on('exit', (code) => {
        if (this.#child === child) process.exit(code ?? 1)
      })
      this.onStart(isFirst)
    })
  }

  /** Ends the program, so that its data is closed before the next start. */
  async #stop() {
    const child = this.#child
    this.#child = null
    if (child === null || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    await ended
  }
}
