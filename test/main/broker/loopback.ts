import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Broker } from '#main/broker/broker.ts'
import { createBudget, type Budget } from '#main/broker/budget/budget.ts'
import { createBroker, type BrokerOptions } from '#main/broker/client.ts'
import type { Outcome } from '#main/broker/retrying-call.ts'
import { systemClock, type Clock } from '#main/time/clock.ts'
import { readExample } from './examples.ts'

export interface Received {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export const secret = 'secret-6f1c0e77aa52'
export const tokenOf = (n: number): string => `token-${n}-9b1d44e0`

type Handler = (request: Received, response: ServerResponse, raw: IncomingMessage) => void

/** A scripted service on loopback. It opens sessions itself and passes every other request to `handle`. */
export class LoopbackService {
  readonly received: Received[] = []
  sessions = 0
  details: unknown = readExample('sessions_details.json')
  handle: Handler = (_, response) => answer(response, 200, {})
  /** Returns true if it responded to the session request itself. */
  handleSession: (...args: Parameters<Handler>) => boolean = () => false
  readonly #server = createServer((raw, response) => {
    const chunks: Buffer[] = []
    raw.on('data', (chunk: Buffer) => chunks.push(chunk))
    raw.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      this.#serve({ method: raw.method ?? '', url: raw.url ?? '', headers: raw.headers, body }, response, raw)
    })
  })

  static async start(): Promise<LoopbackService> {
    const service = new LoopbackService()
    await new Promise<void>((resolve) => service.#server.listen(0, '127.0.0.1', resolve))
    return service
  }

  get url(): URL {
    return new URL(`http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`)
  }

  /** Requests other than those for sessions. */
  get calls(): Received[] {
    return this.received.filter(({ url }) => !url.includes('/v1/sessions'))
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #serve(request: Received, response: ServerResponse, raw: IncomingMessage): void {
    this.received.push(request)
    const isSession = request.url.endsWith('/v1/sessions') || request.url.endsWith('/v1/sessions/details')
    if (!isSession) return this.handle(request, response, raw)
    if (this.handleSession(request, response, raw)) return
    if (request.url.endsWith('/details')) return answer(response, 200, this.details)
    answer(response, 200, { token: tokenOf(++this.sessions) })
  }
}

export function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}

/** A clock that runs faster by this factor: back-offs and holds keep their order. */
export const accelerated = (factor: number): Clock => ({
  now: () => Date.UTC(2026, 2, 2, 9) + performance.now() * factor,
  monotonic: () => performance.now() * factor,
  after: (delayMs, run) => systemClock.after(delayMs / factor, run),
})

/** Back-offs and holds take milliseconds. A slot of the budget is free again after 60 ms. */
export const fastClock = accelerated(1000)

export interface Rig {
  readonly service: LoopbackService
  readonly broker: Broker
  readonly budget: Budget
  readonly outcomes: Outcome[]
  readonly stop: () => Promise<void>
}

/** A broker that is connected to a scripted service. */
export async function startRig(options: Partial<BrokerOptions> = {}): Promise<Rig> {
  const service = await LoopbackService.start()
  const clock = options.clock ?? fastClock
  const budget = options.budget ?? createBudget({ clock })
  const outcomes: Outcome[] = []
  const broker = createBroker({
    baseUrl: service.url,
    readSecret: async () => secret,
    random: () => 0.01,
    limits: { responseTimeoutMs: clock === fastClock ? 10_000_000 : 10_000 },
    onOutcome: (outcome) => outcomes.push(outcome),
    ...options,
    budget,
    clock,
  })
  const stop = async (): Promise<void> => {
    await broker.close()
    await service.stop()
  }
  return { service, broker, budget, outcomes, stop }
}

/** The error that a promise was rejected with. Fails the test if the promise was fulfilled. */
export async function failureOf(promise: Promise<unknown>): Promise<Error & { code?: string }> {
  const error = await promise.then(
    () => new Error('It did not fail'),
    (reason: unknown) => reason,
  )
  if (!(error instanceof Error)) throw new Error('It failed with something that is not an Error')
  return error
}
