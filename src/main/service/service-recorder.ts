import { secondMs } from '#shared/durations.ts'
import type { AppError, ErrorCode } from '#shared/errors.ts'
import type { EndpointRecord, ServiceCause, StoredRecord, ServiceProblem } from '#shared/model/app/service.ts'
import { AnswerTooLargeError } from '../broker/answer-limits.ts'
import { ServiceError } from '../broker/http-failure.ts'
import type { Outcome } from '../broker/retrying-call.ts'
import type { Cache } from '../cache/cache.ts'
import { listProblems } from '../insight/service-problems.ts'
import type { Clock } from '../time/clock.ts'

/** Logs each problem of the service once when it begins and once when it ends. */
class ProblemLog {
  readonly #write: (text: string) => void
  #logged: ReadonlySet<string>

  /** `known` was logged in an earlier run. */
  constructor(write: (text: string) => void, known: readonly ServiceProblem[]) {
    this.#write = write
    this.#logged = new Set(known.map(keyOf))
  }

  note(problems: readonly ServiceProblem[]): void {
    const keys = new Set(problems.map(keyOf))
    for (const problem of problems) if (!this.#logged.has(keyOf(problem))) this.#write(lineOf(problem))
    for (const key of this.#logged) if (!keys.has(key)) this.#write(`service: no longer ${key}`)
    this.#logged = keys
  }
}

const keyOf = ({ endpoint, cause }: ServiceProblem): string => `${endpoint} ${cause.code}`

/** English, as the whole log. */
function lineOf(problem: ServiceProblem): string {
  const { count, since, cause } = problem
  const details = [
    ...(cause.status === null ? [] : [`status ${cause.status}`]),
    ...(cause.reason === '' ? [] : [`“${cause.reason}”`]),
    ...(cause.fields.length === 0 ? [] : [`fields ${cause.fields.join(', ')}`]),
    ...(count === 0 ? [] : [`${count} concerned`]),
  ]
  return `service: ${keyOf(problem)} since ${new Date(since).toISOString()}${details.length === 0 ? '' : `: ${details.join(', ')}`}`
}

const maxLength = 200

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/**
 * The service's own words without what identifies the user: the texts of the request, symbols, numbers of accounts and orders,
 * and amounts.
 */
function cleanWords(words: string, input: Readonly<Record<string, unknown>>): string {
  const sent = Object.values(input).flatMap((value) =>
    typeof value === 'string' ? [value, value.split('@')[0] ?? ''] : [],
  )
  const own = [...new Set(sent)].filter((text) => text !== '').map(escape)
  const withoutOwn =
    own.length === 0
      ? words
      : words.replace(new RegExp(`(?<![\\p{L}\\p{N}])(?:${own.join('|')})(?![\\p{L}\\p{N}])`, 'giu'), '…')
  return withoutOwn
    .replace(/[^\s"'“«(]+@[^\s"'”»),]+/g, '…')
    .replace(/[\p{L}\p{N}_]*\d{3,}[\p{L}\p{N}_]*|\d+[.,]\d+/gu, '…')
    .replace(/…[\d.,:\s]*…/g, '…')
    .slice(0, maxLength)
}

/** The records are stored at most this often. */
const storeEveryMs = 3 * secondMs
/** The maximum number of names of one kind, and of instruments, that a record keeps. */
const maxNames = 40
const maxTroubles = 500

const codes: Readonly<Partial<Record<ErrorCode, ServiceCause['code']>>> = {
  invalid: 'refused',
  'signed-out': 'refused',
  'not-found': 'not-known',
  protocol: 'unreadable',
  unavailable: 'failed',
  'rate-limited': 'failed',
}

/** Endpoints whose answer without content leaves something unknown. An empty list of the others is an answer. */
const neverEmpty: ReadonlySet<string> = new Set(['getAsset', 'getAccount', 'getSchedule', 'listPastBondEvents'])

interface Parts {
  readonly records: Cache['serviceRecords']
  readonly clock: Clock
  /** Called after the records were stored, if more than counts changed. */
  readonly onChange: () => void
  /** Writes a line to the log. */
  readonly logNote: (text: string) => void
  readonly logFault: (where: string, error: unknown) => void
}

/** Records how the service answers at each endpoint, and logs each problem once when it begins and once when it ends. */
export class ServiceRecorder {
  readonly #parts: Parts
  readonly #records: Map<string, StoredRecord>
  readonly #unstored = new Set<string>()
  readonly #log: ProblemLog
  #isNotable = false
  #isClosed = false
  #stopTimer: (() => void) | null = null

  constructor(parts: Parts) {
    this.#parts = parts
    this.#records = new Map(parts.records.list().map((record) => [record.endpoint, record]))
    this.#log = new ProblemLog(parts.logNote, listProblems([...this.#records.values()]))
  }

  note(outcome: Outcome): void {
    if (outcome.outcome === 'cancelled' || this.#isClosed) return
    const { endpoint } = outcome
    const before = this.#records.get(endpoint) ?? emptyRecord(endpoint)
    const cause = causeOf(outcome)
    const after = {
      ...counted(before, outcome, cause),
      troubles: cause === null ? settled(before, outcome) : troubled(before, outcome, cause),
    }
    this.#records.set(endpoint, after)
    this.#unstored.add(endpoint)
    this.#isNotable ||= after.troubles !== before.troubles || namesOf(after) !== namesOf(before)
    this.#stopTimer ??= this.#parts.clock.after(storeEveryMs, () => this.store())
  }

  /** Why an endpoint gives nothing, or not everything, for a symbol or account; `null` if it works. */
  causeOf(endpoint: string, subject: string): ServiceCause | null {
    return this.#records.get(endpoint)?.troubles[subject]?.cause ?? null
  }

  wasAsked(endpoint: string): boolean {
    return this.#records.has(endpoint)
  }

  /** The last refusal or failure at an endpoint. */
  lastCauseOf(endpoint: string): ServiceCause | null {
    return this.#records.get(endpoint)?.lastTrouble?.cause ?? null
  }

  /** Stores what is new. A full disk is logged, and the next change stores it. */
  store(): void {
    this.#stopTimer?.()
    this.#stopTimer = null
    const { records, onChange, logFault } = this.#parts
    try {
      records.putAll([...this.#unstored].flatMap((endpoint) => this.#records.get(endpoint) ?? []))
      this.#unstored.clear()
    } catch (error) {
      return logFault('storing how the service answers', error)
    }
    if (!this.#isNotable) return
    this.#isNotable = false
    this.#log.note(listProblems([...this.#records.values()]))
    onChange()
  }

  close(): void {
    this.store()
    this.#isClosed = true
  }
}

const emptyRecord = (endpoint: string): StoredRecord => ({
  endpoint,
  asked: 0,
  answered: 0,
  refused: 0,
  failed: 0,
  empty: 0,
  lastAnsweredAt: null,
  lastTrouble: null,
  absent: [],
  unreadable: [],
  unknownValues: [],
  troubles: {},
})

function causeOf({ endpoint, error, observed, isEmpty, input }: Outcome): ServiceCause | null {
  const fields = [...(observed?.unreadable ?? [])]
  if (error !== null) return causeOfError(error, fields, input)
  if (fields.length > 0) return { code: 'incomplete', status: null, reason: '', fields }
  if (isEmpty && neverEmpty.has(endpoint) && isFirstPage(input))
    return { code: 'empty', status: null, reason: '', fields: [] }
  return null
}

function causeOfError(error: AppError, fields: string[], input: Outcome['input']): ServiceCause | null {
  const code = error instanceof AnswerTooLargeError ? 'too-large' : codes[error.code]
  if (code === undefined) return null
  if (!(error instanceof ServiceError)) return { code, status: null, reason: '', fields }
  return { code, status: error.status, reason: cleanWords(error.words, input), fields }
}

function counted(before: StoredRecord, outcome: Outcome, cause: ServiceCause | null): EndpointRecord {
  const { error, observed, at, isEmpty } = outcome
  const isRefused = cause !== null && error !== null && cause.code !== 'failed'
  return {
    endpoint: before.endpoint,
    asked: before.asked + 1,
    answered: before.answered + (error === null ? 1 : 0),
    refused: before.refused + (isRefused ? 1 : 0),
    failed: before.failed + (error !== null && !isRefused ? 1 : 0),
    empty: before.empty + (isEmpty ? 1 : 0),
    lastAnsweredAt: error === null ? at : before.lastAnsweredAt,
    lastTrouble: cause === null ? before.lastTrouble : { cause, at },
    absent: addNames(before.absent, observed?.absent ?? [], at),
    unreadable: addNames(before.unreadable, observed?.unreadable ?? [], at),
    unknownValues: addNames(
      before.unknownValues,
      (observed?.unknownValues ?? []).map(({ enumeration, value }) => `${enumeration}: ${value}`),
      at,
    ),
  }
}

type Names = EndpointRecord['absent']

/** Most recently seen first. */
function addNames(before: Names, names: readonly string[], at: number): Names {
  if (names.length === 0) return before
  const seen = names.map((name) => ({
    name,
    lastAt: at,
    count: (before.find((each) => each.name === name)?.count ?? 0) + 1,
  }))
  return [...seen, ...before.filter(({ name }) => !names.includes(name))].slice(0, maxNames)
}

const namesOf = ({ absent, unreadable, unknownValues }: StoredRecord): string =>
  [absent, unreadable, unknownValues].map((names) => names.length).join(' ')

function troubled(before: StoredRecord, outcome: Outcome, cause: ServiceCause): StoredRecord['troubles'] {
  const subject = subjectOf(outcome.input)
  const { [subject]: known, ...others } = before.troubles
  const troubles = Object.entries(others).slice(1 - maxTroubles)
  const trouble = {
    cause,
    since: known?.since ?? outcome.at,
    lastAt: outcome.at,
    times: (known?.times ?? 0) + 1,
    period: joined(known?.period ?? null, cause.code === 'incomplete' ? periodOf(outcome.input) : null),
  }
  return { ...Object.fromEntries(troubles), [subject]: trouble }
}

/** A good answer ends the trouble of its instrument or account, unless it is about another part of the data. */
function settled(before: StoredRecord, { error, input }: Outcome): StoredRecord['troubles'] {
  const { [subjectOf(input)]: known, ...others } = before.troubles
  if (known === undefined || error !== null) return before.troubles
  if (known.cause.code === 'incomplete' && !(isFirstPage(input) && covers(periodOf(input), known.period)))
    return before.troubles
  return others
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The symbol or account that a request is about. */
export const subjectOf = ({ symbol, accountId }: Outcome['input']): string => textOf(symbol) || textOf(accountId)

const isFirstPage = ({ offset, cursor }: Outcome['input']): boolean =>
  (offset === undefined || offset === 0) && (cursor === undefined || cursor === null)

type Period = { readonly from: number; readonly to: number } | null

const periodOf = ({ from, to }: Outcome['input']): Period =>
  typeof from === 'number' && typeof to === 'number' ? { from, to } : null

const joined = (a: Period, b: Period): Period =>
  a === null || b === null ? (a ?? b) : { from: Math.min(a.from, b.from), to: Math.max(a.to, b.to) }

const covers = (outer: Period, inner: Period): boolean =>
  inner === null || (outer !== null && outer.from <= inner.from && outer.to >= inner.to)
