import { ColumnText, readColumns } from './column-text.ts'
import type { Method, Params, Payload, Result, Topic } from './contract/contract.ts'
import { AppError, type ErrorCode } from './errors.ts'

/** The connection between a window and its host: one request function and one subscription function. Tests replace it. */
export interface Transport {
  /** `form` asks for many rows as a `ColumnText`; the default is `values`. */
  request(method: string, params: unknown, form?: ReplyForm): Promise<Reply>
  subscribe(topic: string, listener: (payload: unknown) => void): () => void
}

/**
 * The result of a request. A failure is sent as a value, because Electron reduces a thrown error to its message. `parts`
 * are the parts of a `ColumnText`.
 */
export type Reply =
  | { ok: true; value: unknown }
  | { ok: true; parts: readonly string[] }
  | { ok: false; code: ErrorCode; message: string }

/** The form of a result: a value of the contract, or many rows as the parts of a `ColumnText`. */
export type ReplyForm = 'values' | 'columns'

/** The typed interface of the main process. */
export interface Client {
  call<M extends Method>(method: M, ...params: Params<M> extends void ? [] : [Params<M>]): Promise<Result<M>>
  on<T extends Topic>(topic: T, listener: (payload: Payload<T>) => void): () => void
}

export function createClient(transport: Transport): Client {
  return {
    async call(method, ...[params]) {
      const reply = await transport.request(method, params, 'columns')
      if (!reply.ok) throw new AppError(reply.code, reply.message)
      if ('parts' in reply) return (await readColumns(new ColumnText(reply.parts))) as Result<typeof method>
      return reply.value as Result<typeof method>
    },
    on: (topic, listener) => transport.subscribe(topic, (payload) => listener(payload as Payload<typeof topic>)),
  }
}
