import type { Reply } from '../../shared/client.ts'
import { requests, type Method, type Params, type Result } from '../../shared/contract.ts'
import { AppError } from '../../shared/errors.ts'

/** One function for each request of the contract; a missing one is a compile error. */
export type Handlers = { readonly [M in Method]: (params: Params<M>) => Result<M> | Promise<Result<M>> }

export type Dispatch = (method: unknown, params: unknown) => Promise<Reply>

const isMethod = (method: unknown): method is Method => typeof method === 'string' && Object.hasOwn(requests, method)

/**
 * Checks, runs and answers one request. Parameters are checked by the contract, results are cut to it. Only an
 * AppError's words leave the main process; any other error is logged by its method and class alone. Knows no host.
 */
export function createDispatcher(handlers: Handlers, logFault: (method: string, error: unknown) => void): Dispatch {
  async function run<M extends Method>(method: M, params: unknown): Promise<Reply> {
    const parsed = requests[method].params.safeParse(params ?? undefined)
    if (!parsed.success) {
      const path = parsed.error.issues[0]?.path.join('.') ?? ''
      return { ok: false, code: 'invalid-request', message: `Bad parameters for ${method}${path ? `: ${path}` : ''}` }
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
    // Not String(): an object may refuse to become text.
    const name = typeof method === 'string' ? method.slice(0, 64) : `of type ${typeof method}`
    return { ok: false, code: 'invalid-request', message: `Unknown request ${name}` }
  }
}
