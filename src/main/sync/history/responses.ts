import type { Interval } from '../../cache/history/coverage.ts'
import type { SyncContext } from '../context.ts'
import { HistoryRequester, rowLimit, type HistoryResponse, type ReadOptions } from './request.ts'
import { floorSecond } from './sizing/intervals.ts'
import { classify, type Completeness } from './truncation/classify-response.ts'
import { CoverageProof, publishUncovered } from './truncation/coverage-proof.ts'
import { ResponseCap, type CountedResponse } from './truncation/response-cap.ts'
import { TruncationSide, type Side } from './truncation/truncation-side.ts'
import { Withdrawals } from './withdrawals.ts'
import { keepFormerRows } from './withdrawn-rows.ts'

/** This number of consecutive responses of equal length is unlikely to be random. */
const suspiciousRun = 3
/** After this many responses in a row without truncation the cap may have risen. */
const longWithoutTruncation = 50
/** The number of responses to wait after a wrong suspicion. It is multiplied by four after each further one. */
const minPause = 16
const maxPause = 1_024

/**
 * Detects responses that indicate a lower or higher cap. Then a request checks the cap. After a wrong suspicion there
 * is a pause.
 */
class CapMonitor {
  readonly #runs = new Map<string, { readonly received: number; readonly count: number }>()
  #pause = minPause
  #waitsFor = 0
  #sinceLongest = 0

  /** Call after a response of the longest length: the cap has not fallen. */
  noteLongest(): void {
    this.#sinceLongest = 0
  }

  /** Counts one more response without truncation. Returns whether it is time to check for a higher cap. */
  mayHaveRisen(): boolean {
    return ++this.#sinceLongest >= longWithoutTruncation
  }

  /**
   * Records a response that counts as complete by its length. Returns whether the cap should be checked. `sequence` is
   * the name of the responses to compare; null if equal lengths are normal. `isLacking`: the response lacks stored rows
   * of its interval.
   */
  isSuspect(sequence: string | null, received: number, isLacking: boolean): boolean {
    this.#waitsFor--
    const count = sequence === null ? 0 : this.#countRun(sequence, received)
    return this.#waitsFor < 0 && (isLacking || (received > 0 && count >= suspiciousRun))
  }

  /** Call after the check that follows a suspicion. */
  settle(wasRight: boolean): void {
    this.#runs.clear()
    this.#sinceLongest = 0
    this.#waitsFor = wasRight ? 0 : this.#pause
    this.#pause = wasRight ? minPause : Math.min(maxPause, 4 * this.#pause)
  }

  #countRun(sequence: string, received: number): number {
    const run = this.#runs.get(sequence)
    const count = run?.received === received ? run.count + 1 : 1
    this.#runs.set(sequence, { received, count })
    return count
  }
}

/** The completeness for rows that are stored without covering an interval. */
export const rowsOnly: Completeness = { kind: 'truncated', covered: null }

/** What the caller knows besides the length of a response; see `classify`. */
interface Reliance {
  readonly side?: Side | null
  readonly isRestStored?: boolean
}

/**
 * Requests intervals of accounts, classifies and stores the responses, and learns how the service truncates. One object
 * serves all accounts of a service. Throws the errors of the broker.
 */
export class HistoryResponses {
  readonly requester: HistoryRequester
  readonly cap: ResponseCap
  readonly capMonitor = new CapMonitor()
  readonly truncationSide = new TruncationSide()
  readonly proof: CoverageProof
  readonly withdrawals: Withdrawals
  /** Accounts that the service has sent a response for. */
  readonly respondingAccounts = new Set<string>()
  readonly #context: SyncContext

  constructor(context: SyncContext) {
    this.#context = context
    const { history } = context.cache
    this.requester = new HistoryRequester(context)
    this.cap = new ResponseCap(rowLimit, {
      read: () => history.longestResponse(),
      write: (value) => publishUncovered(context, history.putLongestResponse(value)),
    })
    this.proof = new CoverageProof(context, this.cap)
    this.withdrawals = new Withdrawals(context)
  }

  /** Sends one request. Null if the service refuses an interval of this length. */
  async request(accountId: string, interval: Interval, options: ReadOptions): Promise<HistoryResponse | null> {
    const requestedAt = this.#context.clock.now()
    const result = await this.requester.read(accountId, interval, options, (response) => this.isTruncated(response))
    if (result === null) return null
    const { rows, content, lost, received } = result
    const response = { interval, rows, content, lost, received, requestedAt }
    this.respondingAccounts.add(accountId)
    this.cap.note(accountId, response)
    this.proof.noteResponse(received, requestedAt)
    if (received >= this.cap.longest) this.capMonitor.noteLongest()
    this.truncationSide.note(response)
    return response
  }

  /** Classifies a response by the current knowledge. The truncation side is used only if the caller passes it. */
  classify(response: CountedResponse, { side = null, isRestStored = false }: Reliance = {}): Completeness {
    return classify(response, { cap: this.cap, side, isRestStored })
  }

  isTruncated(response: CountedResponse, reliance: Reliance = {}): boolean {
    return this.classify(response, reliance).kind === 'truncated'
  }

  /** Stores rows and, in the same database transaction, the interval that they cover. */
  async store(accountId: string, response: HistoryResponse, { kind, covered }: Completeness): Promise<void> {
    const { cache, clock, publish } = this.#context
    const { content, lost, received } = response
    // Future time is never covered: more rows may be booked there.
    const past = covered === null ? null : { from: covered.from, to: Math.min(covered.to, floorSecond(clock.now())) }
    const isProvisional = past !== null && kind === 'provisional'
    if (isProvisional) this.proof.expect(accountId, past)
    const interval = past === null ? null : { ...past, lost, ...(isProvisional && { received }) }
    this.withdrawals.noteSent(accountId, response)
    const { inserted, updated, setAside } = await cache.transactions.store(accountId, content, clock.now(), interval)
    if (isProvisional) this.proof.noteStored(received)
    if (updated > 0) keepFormerRows(this.#context)
    this.withdrawals.noteStored(accountId, response, kind === 'truncated' ? null : past, setAside)
    if (inserted + updated > 0) publish('transactions.changed', { accountId })
  }
}
