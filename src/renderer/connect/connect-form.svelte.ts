import type { Client } from '#shared/client.ts'
import type { Result } from '#shared/contract/contract.ts'
import type { AppError } from '#shared/errors.ts'
import type { ConnectionState } from '#shared/model/app/connection.ts'
import { asAppError } from '../lib/host/failure.ts'

/** The result of a connection test. */
export type TestResult = Result<'connection.test'>

/**
 * The form that tests and then creates a connection. It holds the secret only while it is typed and tested: the secret is
 * erased when the connect request is sent, when the screen is left, and when the service rejects it.
 */
export class ConnectForm {
  #baseUrl = $state('')
  #secret = $state('')
  isMemoryAgreed = $state(false)
  #phase = $state<'editing' | 'testing' | 'connecting'>('editing')
  #result = $state.raw<TestResult>()
  #error = $state.raw<AppError>()
  readonly #client: Client
  readonly #onconnected: (state: ConnectionState) => void
  /** Counts edits: a response to an earlier edit is ignored. */
  #edition = 0

  constructor(client: Client, baseUrl: string, onconnected: (state: ConnectionState) => void) {
    this.#client = client
    this.#baseUrl = baseUrl
    this.#onconnected = onconnected
  }

  get baseUrl(): string {
    return this.#baseUrl
  }

  set baseUrl(value: string) {
    this.#baseUrl = value
    this.#edited()
  }

  get secret(): string {
    return this.#secret
  }

  set secret(value: string) {
    this.#secret = value
    this.#edited()
  }

  get phase(): 'editing' | 'testing' | 'connecting' {
    return this.#phase
  }

  /** The test result of the current address and secret. */
  get result(): TestResult | undefined {
    return this.#result
  }

  get error(): AppError | undefined {
    return this.#error
  }

  readonly needsMemory = $derived.by(() => this.#result !== undefined && this.#result.keychain.kind !== 'ready')
  readonly canTest = $derived.by(
    () => this.#phase === 'editing' && this.#baseUrl.trim() !== '' && this.#secret.trim() !== '',
  )
  readonly canConnect = $derived.by(
    () => this.canTest && this.#result !== undefined && (!this.needsMemory || this.isMemoryAgreed),
  )

  /** The action of the Enter key: test first, then connect. */
  submit(): Promise<void> {
    return this.#result ? this.connect() : this.test()
  }

  async test(): Promise<void> {
    if (!this.canTest) return
    const edition = this.#edition
    this.#phase = 'testing'
    this.#error = undefined
    try {
      const result = await this.#client.call('connection.test', { baseUrl: this.#baseUrl.trim(), secret: this.#secret })
      if (edition === this.#edition) this.#result = result
    } catch (cause) {
      if (edition === this.#edition) this.#refuse(asAppError(cause))
    } finally {
      if (edition === this.#edition) this.#phase = 'editing'
    }
  }

  async connect(): Promise<void> {
    if (!this.canConnect) return
    const keepIn = this.needsMemory ? 'memory' : 'keychain'
    this.#phase = 'connecting'
    this.#error = undefined
    const connecting = this.#client.call('connection.connect', {
      baseUrl: this.#baseUrl.trim(),
      secret: this.#secret,
      keepIn,
    })
    this.forget()
    try {
      this.#onconnected(await connecting)
    } catch (cause) {
      this.#error = asAppError(cause)
    } finally {
      this.#phase = 'editing'
    }
  }

  /** Erases the secret and the test result. */
  forget(): void {
    this.#edition++
    this.#secret = ''
    this.#result = undefined
    this.isMemoryAgreed = false
  }

  #refuse(error: AppError): void {
    this.#error = error
    if (error.code === 'secret-refused') this.#secret = ''
  }

  #edited(): void {
    this.#edition++
    this.#result = undefined
    this.#error = undefined
    this.#phase = 'editing'
    this.isMemoryAgreed = false
  }
}
