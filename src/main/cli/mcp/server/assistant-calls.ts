import { CLIENT_INFO_META_KEY, type McpServer, type ServerContext } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { appendCall } from '#main/assistants/call-log.ts'
import { refuseWhileLocked } from '#main/lock/lock-file.ts'
import { openReading, type OpenReadingOptions, type Reading } from '#main/profile/reading/open-reading.ts'
import { StorageError } from '#main/sqlite/errors.ts'
import type { Clock } from '#main/time/clock.ts'
import { AppError } from '#shared/errors.ts'
import type { AssistantCall } from '#shared/model/app/assistant.ts'
import type { AssistantAmounts } from '#shared/model/app/settings.ts'
import { errorText } from '#shared/text/errors/error-text.ts'
import { plainData } from '../answer/plain.ts'
import { bytesOf } from '../answer/size.ts'
import { inToolWords } from '../tools/input.ts'

/** A question of an assistant, in the form of the log. */
interface Asked {
  readonly client: string
  readonly name: string
  readonly question: object
}

const switchedOff =
  'Assistants are switched off for this profile. The user can switch them on in Tidemark: Settings, Assistants.'

const notReadable =
  'There is no such profile, or its files cannot be read. The user can run `tidemark health` to see why.'

/**
 * Answers the calls of assistants one after another. Each call opens the profile again, so that the user's settings apply at
 * once and no other program has to wait. Each call is written to the log before its answer is sent.
 */
export class AssistantCalls {
  readonly #options: OpenReadingOptions
  #last: Promise<unknown> = Promise.resolve()

  constructor(options: OpenReadingOptions) {
    this.#options = options
  }

  /** Answers a question. Throws an AppError whose message is for the assistant. */
  ask<T extends object>(asked: Asked, answer: (reading: Reading, amounts: AssistantAmounts) => Promise<T>): Promise<T> {
    const turn = this.#last.then(() => this.#serve(asked, answer))
    this.#last = turn.catch(() => undefined)
    return turn
  }

  async #serve<T extends object>(
    asked: Asked,
    answer: (reading: Reading, amounts: AssistantAmounts) => Promise<T>,
  ): Promise<T> {
    const reading = await this.#open()
    try {
      return await this.#answer(reading, asked, answer)
    } catch (error) {
      throw this.#forAssistant(error)
    } finally {
      await reading.close()
    }
  }

  /**
   * Opens the profile. The reason of a failure names files and profiles, so the assistant does not get it: assistants may be
   * switched off.
   */
  async #open(): Promise<Reading> {
    try {
      return await openReading(this.#options)
    } catch (error) {
      if (error instanceof AppError && error.code === 'locked') throw error
      this.#options.logFault('opening the profile for an assistant', error)
      throw new AppError('not-found', notReadable)
    }
  }

  async #answer<T extends object>(
    reading: Reading,
    asked: Asked,
    answer: (reading: Reading, amounts: AssistantAmounts) => Promise<T>,
  ): Promise<T> {
    const note = (result: Pick<AssistantCall, 'outcome' | 'amounts' | 'bytes'>): void =>
      this.#log(reading, asked, result)
    const { assistants, hideAmounts } = await reading.call('settings.read')
    if (!assistants.isOn) {
      note({ outcome: 'refused', amounts: null, bytes: 0 })
      throw new AppError('invalid', switchedOff)
    }
    // Privacy mode hides amounts from assistants too.
    const amounts = hideAmounts ? 'hidden' : assistants.amounts
    let answered: T
    try {
      answered = await answer(reading, amounts)
      // The app may have been locked meanwhile.
      refuseWhileLocked(this.#options.dataDir)
    } catch (error) {
      const isRefused = error instanceof AppError && error.code !== 'internal'
      note({ outcome: isRefused ? 'refused' : 'failed', amounts: null, bytes: 0 })
      throw error
    }
    note({ outcome: 'answered', amounts, bytes: bytesOf(answered) })
    return answered
  }

  #log(reading: Reading, asked: Asked, result: Pick<AssistantCall, 'outcome' | 'amounts' | 'bytes'>): void {
    const { directory } = reading.profile.paths
    const call: AssistantCall = {
      at: this.#options.clock.now(),
      client: plainData(asked.client, 80),
      name: plainData(asked.name, 200),
      question: plainData(JSON.stringify(asked.question), 400),
      ...result,
    }
    try {
      appendCall(directory, call)
    } catch (error) {
      this.#options.logFault('the log of assistants', error)
      throw new AppError('invalid', 'The log of calls cannot be written, so nothing is answered. Check the disk.')
    }
  }

  #forAssistant(error: unknown): AppError {
    if (error instanceof StorageError) return new AppError('not-found', notReadable)
    if (error instanceof AppError && error.code !== 'invalid-request')
      return new AppError(error.code, plainData(inToolWords(errorText(error)), 500))
    if (error instanceof AppError) return new AppError('invalid', 'An argument has an invalid value.')
    this.#options.logFault('a call of an assistant', error)
    return new AppError('internal', 'Something went wrong inside Tidemark.')
  }
}

/** The parts that the tools and resources of a server use. */
export interface CallContext {
  readonly calls: AssistantCalls
  readonly clock: Clock
  /** The name that the calling program states. */
  readonly client: (context: ServerContext) => string
}

const Named = z.object({ name: z.string(), version: z.string() })

/** The name and version of the calling program; empty if it states none. */
export function clientOf(server: McpServer, { mcpReq }: ServerContext): string {
  const envelope = new Map<string, unknown>(Object.entries(mcpReq.envelope ?? {}))
  // Programs with the protocol of 2025 send their name once, when they connect; later programs with each request.
  // oxlint-disable-next-line typescript/no-deprecated -- the only place where the protocol of 2025 has the name
  const named = Named.safeParse(envelope.get(CLIENT_INFO_META_KEY) ?? server.server.getClientVersion())
  return named.success ? `${named.data.name} ${named.data.version}` : ''
}
