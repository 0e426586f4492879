import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import type { LedgerReplay, ReplayResult } from '../replay/ledger-replay.ts'
import type { LedgerChoices } from '../replay/replay-inputs.ts'

/** The duration of a slice of work. Other messages are handled between two slices. */
const sliceMs = 8

/** Runs steps to their end, with pauses that last until `canContinue`. Throws `cancelled` when it is stopped. */
export async function runInSlices<T>(
  steps: Generator<void, T>,
  isStopped: () => boolean,
  canContinue: () => Promise<void> = () => Promise.resolve(),
): Promise<T> {
  let sliceEndsAt = performance.now() + sliceMs
  for (;;) {
    if (isStopped()) throw new AppError('cancelled', m.ledger_was_closed)
    const { done, value } = steps.next()
    if (done === true) return value
    if (performance.now() < sliceEndsAt) continue
    await new Promise((resolve) => setImmediate(resolve))
    await canContinue()
    sliceEndsAt = performance.now() + sliceMs
  }
}

/** If rows arrive during a replay, it continues with them, at most this many times. */
const maxRounds = 5

/** Runs one replay at a time, in slices, until the holdings are current. */
export class ReplayRunner {
  readonly #replay: LedgerReplay
  #last: Promise<unknown> = Promise.resolve()
  #isReplaying = false
  #isStopped = false

  constructor(replay: LedgerReplay) {
    this.#replay = replay
  }

  get progress(): { readonly isReplaying: boolean; readonly done: number; readonly total: number } {
    return { isReplaying: this.#isReplaying, ...this.#replay.progress }
  }

  /** Updates the holdings after the replays before it. Throws `cancelled` when it is stopped. */
  run(choices: LedgerChoices): Promise<ReplayResult> {
    const result = this.#last.then(() => this.#runAll(choices))
    this.#last = result.catch(() => undefined)
    return result
  }

  get isStopped(): boolean {
    return this.#isStopped
  }

  /** Stops a replay at its next pause. What is stored stays correct. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#last
  }

  async #runAll(choices: LedgerChoices): Promise<ReplayResult> {
    const accountIds = new Set<string>()
    let rowsRead = 0
    this.#isReplaying = true
    try {
      for (let round = 0; round < maxRounds && !this.#replay.isCurrent(choices); round++) {
        const result = await this.#runOnce(choices)
        for (const id of result.accountIds) accountIds.add(id)
        rowsRead += result.rowsRead
      }
    } finally {
      this.#isReplaying = false
    }
    return { accountIds: [...accountIds], rowsRead }
  }

  #runOnce(choices: LedgerChoices): Promise<ReplayResult> {
    return runInSlices(this.#replay.steps(choices), () => this.#isStopped)
  }
}
