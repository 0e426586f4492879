import type { Page } from 'playwright'
import type { DemoBroker } from '#main/demo/server.ts'
import type { Method, Params, Result } from '#shared/contract/contract.ts'

/** Sends a request to the app, as its window does. Throws the error of a refused request. */
export async function call<M extends Method>(page: Page, method: M, params?: Params<M>): Promise<Result<M>> {
  const reply = await page.evaluate(
    ([name, sent]) => {
      const { tidemark } = globalThis as unknown as {
        tidemark: {
          request(method: string, params: unknown): Promise<{ ok: boolean; value: unknown; message?: string }>
        }
      }
      return tidemark.request(name, sent)
    },
    [method, params] as const,
  )
  if (!reply.ok) throw new Error(`${method}: ${reply.message}`)
  return reply.value as Result<M>
}

/** Connects the app to a test broker, with the secret only in memory. */
export async function connectTo(page: Page, { baseUrl, secret }: DemoBroker): Promise<void> {
  await call(page, 'connection.connect', { baseUrl, secret, keepIn: 'memory' })
}
