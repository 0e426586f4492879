import { onTestFinished } from 'vitest'
import { startDemoBroker, type DemoBroker, type DemoBrokerOptions } from '#main/demo/server.ts'
import { FakeClock } from '../../fakes/clock.ts'

/** A demo and a signed-in client. */
export interface DemoClient {
  readonly demo: DemoBroker
  readonly clock: FakeClock
  /** Sends a GET with the bearer header; returns the JSON. */
  readonly get: (path: string) => Promise<any>
  readonly requestJson: (method: string, path: string, body?: unknown) => Promise<{ status: number; body: unknown }>
  readonly send: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Response>
  readonly signIn: () => Promise<string>
}

/** Monday noon in Moscow, with the American markets in their early session. */
export const mondayNoon = Date.UTC(2026, 2, 2, 9)

/** Starts a demo and signs in; by default the token outlives the test. */
export async function startDemo(options: DemoBrokerOptions & { at?: number } = {}): Promise<DemoClient> {
  const clock = new FakeClock(options.at ?? mondayNoon)
  const demo = await startDemoBroker({ clock, tokenLifeMs: 1e12, ...options })
  onTestFinished(() => demo.close())
  let token = ''
  const send: DemoClient['send'] = (method, path, body, headers = { authorization: `Bearer ${token}` }) =>
    fetch(demo.baseUrl + path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) })
  const requestJson: DemoClient['requestJson'] = async (method, path, body) => {
    const response = await send(method, path, body)
    return { status: response.status, body: await response.json() }
  }
  const signIn = async (): Promise<string> => {
    const response = await send('POST', '/v1/sessions', { secret: demo.secret }, {})
    token = ((await response.json()) as { token: string }).token
    return token
  }
  await signIn()
  const get: DemoClient['get'] = async (path) => {
    const { status, body } = await requestJson('GET', path)
    if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`)
    return body
  }
  return { demo, clock, get, requestJson, send, signIn }
}
