import type { Broker, Operation } from '../../src/main/broker/client.ts'
import type { Inputs, Outputs } from '../../src/main/broker/endpoints.ts'
import { AppError } from '../../src/shared/errors.ts'
import type { SessionDetails } from '../../src/shared/model/session.ts'
import type { Purpose } from '../../src/shared/model/usage.ts'

type Answers = { [N in Operation]?: (input: Inputs[N]) => Outputs[N] | Promise<Outputs[N]> }

interface Asked {
  readonly name: Operation
  readonly input: unknown
  readonly purpose: Purpose
}

/** The service as the jobs know it: answers by operation, and a note of what was asked. */
export class FakeBroker implements Broker {
  readonly asked: Asked[] = []
  answers: Answers = {}
  details: SessionDetails = {
    createdAt: null,
    expiresAt: null,
    permissions: [],
    accountIds: ['1900001'],
    isReadOnly: true,
  }
  #session: SessionDetails | null = null

  async call<N extends Operation>(
    name: N,
    input: Inputs[N],
    { purpose, signal, onSend }: Parameters<Broker['call']>[2],
  ): Promise<Outputs[N]> {
    if (signal?.aborted) throw new AppError('cancelled', 'The request was cancelled')
    onSend?.()
    this.asked.push({ name, input, purpose })
    const answer = this.answers[name]
    if (answer === undefined) throw new Error(`no answer for ${name}`)
    return await answer(input)
  }

  openFile: Broker['openFile'] = () => Promise.reject(new Error('no file is sent here'))
  session = (): SessionDetails | null => this.#session
  async renewSession(): Promise<SessionDetails> {
    this.#session = this.details
    return this.details
  }
  forget(): void {
    this.#session = null
  }
  async close(): Promise<void> {
    this.#session = null
  }

  count(name: Operation): number {
    return this.asked.filter((one) => one.name === name).length
  }
}
