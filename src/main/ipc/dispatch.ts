import type { Reply } from '../../shared/client.ts'
import { requests, type Method, type Params, type Result } from '../../shared/contract/contract.ts'
import { AppError } from '../../shared/errors.ts'
import { explainParameters } from './explain-parameters.ts'

/** One function for each request of the contract: a missing one does not compile. */
export type Handlers = { readonly [M in Method]: (params: Params<M>) => Result<M> | Promise<Result<M>> }

export type Dispatch = (method: unknown, params: unknown) => Promise<Reply>

const isMethod = (method: unknown): method is Method => typeof method === 'string' && Object.hasOwn(requests, method)

/**
 * Checks and runs requests. Parameters are checked against the contract, results are cut to it. Only the message of an
 * AppError leaves the main process; any other error is passed to `logFault` and answered with a general message.
 */
export function createDispatcher(handlers: Handlers, logFault: (method: string, error: unknown) => void): Dispatch {
  async function run<M extends Method>(method: M, params: unknown): Promise<Reply> {
    const parsed = requests[method].params.safeParse(params ?? undefined)
    if (!parsed.success) {
      const message = `Bad parameters for ${method}: ${explainParameters(parsed.error)}`
      return { ok: false, code: 'invalid-request', message }
    }
    try {
      const handle: (params: Params<M>) => unknown = handlers[method]
      return { ok: true, value: requests[method].result.parse(await handle(parsed.data as Params<M>)) }
    } catch (error) {
      if (error instanceof AppError) return { ok: false, code: error.code, message: error.message }
      logFault(method, error)
      return { ok: false, code: 'internal', message: 'Something went wrong inside Tidemark' }
    }
  }
  return async (method, params) => {
    if (isMethod(method)) return run(method, params)
    // Not String(): the conversion of an object may throw.
    const name = typeof method === 'string' ? method.slice(0, 64) : `of type ${typeof method}`
    return { ok: false, code: 'invalid-request', message: `Unknown request ${name}` }
  }
}
