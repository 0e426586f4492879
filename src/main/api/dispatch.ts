import type { z } from 'zod'
import type { Reply, ReplyForm } from '#shared/client.ts'
import { ColumnText, readColumns } from '#shared/column-text.ts'
import { requests, type Method, type Params, type Result } from '#shared/contract/contract.ts'
import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import { errorText } from '#shared/text/errors/error-text.ts'

/** One function for each request of the contract. A missing one is a compile error. */
export type Handlers = { readonly [M in Method]: (params: Params<M>) => HandlerResult<M> | Promise<HandlerResult<M>> }

/** The result of a request. Large lists may be text. */
type HandlerResult<M extends Method> = Result<M> | (Result<M> extends readonly (infer Row)[] ? ColumnText<Row> : never)

export type Dispatch = (method: unknown, params: unknown, form?: ReplyForm) => Promise<Reply>

const isMethod = (method: unknown): method is Method => typeof method === 'string' && Object.hasOwn(requests, method)

/**
 * Checks and runs requests. Parameters are checked against the contract. Results are cut to it, except those that are already
 * text. Only the message of an AppError leaves the main process; any other error is passed to `logFault` and replaced by a
 * general message.
 */
export function createDispatcher(handlers: Handlers, logFault: (method: string, error: unknown) => void): Dispatch {
  async function run<M extends Method>(method: M, params: unknown, form: ReplyForm): Promise<Reply> {
    const parsed = requests[method].params.safeParse(params ?? undefined)
    if (!parsed.success) {
      const message = `Bad parameters for ${method}: ${explainParameters(parsed.error)}`
      return { ok: false, code: 'invalid-request', message }
    }
    try {
      const handle: (params: Params<M>) => unknown = handlers[method]
      const result = await handle(parsed.data as Params<M>)
      if (!(result instanceof ColumnText)) return { ok: true, value: requests[method].result.parse(result) }
      if (form === 'columns') return { ok: true, parts: result.parts }
      return { ok: true, value: requests[method].result.parse(await readColumns(result)) }
    } catch (error) {
      if (error instanceof AppError) return { ok: false, code: error.code, message: errorText(error) }
      logFault(method, error)
      return { ok: false, code: 'internal', message: m.errors_something_went_wrong_inside_tidemark() }
    }
  }
  return async (method, params, form = 'values') => {
    if (isMethod(method)) return run(method, params, form)
    // Not String(): the conversion of an object may throw.
    const name = typeof method === 'string' ? method.slice(0, 64) : `of type ${typeof method}`
    return { ok: false, code: 'invalid-request', message: `Unknown request ${name}` }
  }
}

type Issue = z.core.$ZodIssue

/**
 * Names the wrong parameter of a request and the expected value, such as `keepIn: expected one of "keychain"|"memory"`. Never
 * contains a value, which may be a secret.
 */
function explainParameters({ issues }: z.ZodError): string {
  const [issue] = issues
  if (issue === undefined) return 'not as the contract has them'
  const path = issue.path.map(String).join('.').slice(0, 100)
  return path === '' ? explain(issue) : `${path}: ${explain(issue)}`
}

function explain(issue: Issue): string {
  // A request without parameters has the schema `void`.
  if (issue.code === 'invalid_type' && issue.expected === 'void') return 'expected no parameters'
  if (issue.code === 'unrecognized_keys') return `unknown ${issue.keys.filter(isName).join(', ') || 'names'}`
  if (issue.code === 'invalid_union' && issue.errors.length > 0)
    return [...new Set(issue.errors.flatMap(([first]) => (first === undefined ? [] : [explain(first)])))].join(', or ')
  // Zod's own message contains types, limits and patterns, and no value.
  return issue.message.replace(/^(Invalid input|Invalid option|Too (big|small)): /, '')
}

/** Keys come from the sender too, so only a key that has the form of a parameter name is repeated. */
const isName = (key: string): boolean => /^[a-z][A-Za-z]{0,29}$/.test(key)
