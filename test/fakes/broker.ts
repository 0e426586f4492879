import { waitFor } from '#main/broker/abortable-wait.ts'
import type { Broker, Operation } from '#main/broker/broker.ts'
import type { Inputs, Outputs } from '#main/broker/endpoints.ts'
import { AppError } from '#shared/errors.ts'
import type { SessionDetails } from '#shared/model/app/connection.ts'
import type { Purpose } from '#shared/model/app/usage.ts'

type Responses = { [N in Operation]?: (input: Inputs[N]) => Outputs[N] | Promise<Outputs[N]> }

interface RecordedCall {
  readonly name: Operation
  readonly input: unknown
  readonly purpose: Purpose
}

/** A broker client for tests of jobs: responses by operation, and a record of the calls. */
export class FakeBroker implements Broker {
  readonly calls: RecordedCall[] = []
  responses: Responses = {}
  details: SessionDetails = {
    createdAt: null,
    expiresAt: null,
    permissions: [],
    accountIds: ['1900001'],
    isReadOnly: true,
  }
  /** Calls wait until this is resolved before they are sent, as they wait for a slot of the budget. */
  slot: Promise<void> | null = null
  #session: SessionDetails | null = null

  async call<N extends Operation>(
    name: N,
    input: Inputs[N],
    { purpose, signal, onSend }: Parameters<Broker['call']>[2],
  ): Promise<Outputs[N]> {
    if (signal?.aborted) throw new AppError('cancelled', 'The request was cancelled')
    if (this.slot !== null) await waitFor(this.slot, signal ?? new AbortController().signal)
    onSend?.()
    this.calls.push({ name, input, purpose })
    const respond = this.responses[name]
    if (respond === undefined) throw new Error(`no response is set for ${name}`)
    return await respond(input)
  }

  openFile: Broker['openFile'] = () => Promise.reject(new Error('the fake broker sends no files'))
  session = (): SessionDetails | null => this.#session
  async renewSession(): Promise<SessionDetails> {
    this.#session = this.details
    return this.details
  }
  hold = (): null => null
  holdLeftMs = (): number => 0
  endHold(): void {}
  forget(): void {
    this.#session = null
  }
  async close(): Promise<void> {
    this.#session = null
  }

  count(name: Operation): number {
    return this.calls.filter((call) => call.name === name).length
  }
}
