import { readdirSync, rmSync, statSync, watch, type FSWatcher } from 'node:fs'
import { join } from 'node:path'
import { minuteMs, secondMs } from '#shared/durations.ts'
import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import type { ServiceCheck } from '#shared/model/app/service.ts'
import { errorText } from '#shared/text/errors/error-text.ts'
import { keepText } from '#shared/text/kept-text.ts'
import { makeFolder } from '../disk/flush.ts'
import { replaceJson } from '../disk/replace-file.ts'
import type { Clock } from '../time/clock.ts'
import { answerIn, checkFile, checksFolder, type CheckAnswer } from './check-files.ts'

interface Options {
  /** The directory of the profile. */
  readonly directory: string
  /** Makes a check, or joins that in progress. */
  readonly run: () => Promise<ServiceCheck>
  readonly clock: Pick<Clock, 'now' | 'after'>
  readonly logFault: (where: string, error: unknown) => void
  /** Throws where the system cannot watch a folder. */
  readonly watchFolder?: (folder: string, onChange: () => void) => Pick<FSWatcher, 'on' | 'close'>
}

/** Only where the system cannot watch a folder. */
const pollMs = 5 * secondMs
/** No command waits this long: an older file was left by a crash. */
const maxAgeMs = 10 * minuteMs

/**
 * Answers commands that ask the running app to check the service, through files in the folder `checks` of its profile. Without
 * that folder, commands list what the app recorded.
 */
export class CheckRequests {
  readonly #options: Options
  readonly #folder: string
  readonly #answering = new Set<Promise<void>>()
  #stopLooking = (): void => undefined

  constructor(options: Options) {
    this.#options = options
    this.#folder = checksFolder(options.directory)
  }

  /** Never throws. */
  start(): void {
    const { watchFolder = (folder, look) => watch(folder, { persistent: false }, look), logFault } = this.#options
    try {
      makeFolder(this.#folder)
    } catch (error) {
      return logFault('the folder of checks', error)
    }
    try {
      const watcher = watchFolder(this.#folder, () => this.#look())
      this.#stopLooking = () => watcher.close()
      watcher.on('error', () => {
        watcher.close()
        this.#poll()
      })
    } catch {
      this.#poll()
    }
    this.#look()
  }

  /** Resolves when the requests that were taken are answered. Stop the check first. */
  async stop(): Promise<void> {
    this.#stopLooking()
    await Promise.all(this.#answering)
  }

  #poll(): void {
    this.#stopLooking = this.#options.clock.after(pollMs, () => {
      this.#poll()
      this.#look()
    })
  }

  #look(): void {
    try {
      for (const name of readdirSync(this.#folder)) this.#lookAt(name)
    } catch (error) {
      this.#stopLooking() // each look would fail
      this.#options.logFault('the folder of checks', error)
    }
  }

  #lookAt(name: string): void {
    const [, id, kind] = checkFile.exec(name) ?? []
    const path = join(this.#folder, name)
    const info = id === undefined ? undefined : statSync(path, { throwIfNoEntry: false })
    if (id === undefined || info === undefined) return
    const isOld = this.#options.clock.now() - info.mtimeMs > maxAgeMs
    if (isOld || kind === 'request') rmSync(path, { force: true })
    if (isOld || kind !== 'request') return
    const answering = this.#answer(id).finally(() => this.#answering.delete(answering))
    this.#answering.add(answering)
  }

  /** Never rejects: without an answer the command ends at its limit. */
  async #answer(id: string): Promise<void> {
    const { run, logFault } = this.#options
    try {
      const answer: CheckAnswer = await run().then(
        (check) => ({ check }),
        (error: unknown) => ({ error: this.#explain(error) }),
      )
      replaceJson(answerIn(this.#folder, id), answer)
    } catch (error) {
      logFault('the answer to a command', error)
    }
  }

  /** A fault of the app is in the log. The command may use another language than the app. */
  #explain(error: unknown) {
    if (error instanceof AppError) return { code: error.code, text: keepText(() => errorText(error)) }
    this.#options.logFault('the check for a command', error)
    return { code: 'internal' as const, text: keepText(m.errors_something_went_wrong_inside_tidemark) }
  }
}
