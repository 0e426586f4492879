import type { Client } from '#shared/client.ts'
import type { Method, Params, Result, Topic } from '#shared/contract/contract.ts'
import { changedBy, hasTrait, type ChangeOf, type MethodWith } from '#shared/contract/request-traits.ts'
import { Query, type QueryOptions } from './query.svelte.ts'

type Connection = Pick<Client, 'call' | 'on'>
/** A request whose answer a window keeps up to date. */
type Queried = MethodWith<'changedBy'>
type Plain = { [M in Queried]: Params<M> extends void ? M : never }[Queried]

/** By default the answer belongs to the parameters, and is read again when one of them changes. */
interface Options<M extends Queried> extends Pick<QueryOptions, 'coalesceMs' | 'variant'> {
  /**
   * What the answer belongs to instead: for parameters that move with the time, or if it also depends on something else. It
   * names the answer among those of all screens that ask for it.
   */
  readonly key?: () => unknown
  /** Events that change only what this screen does not show; with `all` the answer stays as it was when it was asked for. */
  readonly ignores?: readonly ChangeOf<M>[] | 'all'
}

/**
 * The answer to a request, kept up to date while something on screen uses it. With `null` as parameters nothing is asked, and
 * the answer is `null`. What changes an answer, and whether the window remembers it, is in the traits of the request.
 */
export function query<M extends Plain>(client: Connection, method: M, options?: Options<M>): Query<Result<M>>
export function query<M extends Exclude<Queried, Plain>>(
  client: Connection,
  method: M,
  params: () => Params<M>,
  options?: Options<M>,
): Query<Result<M>>
export function query<M extends Exclude<Queried, Plain>>(
  client: Connection,
  method: M,
  params: () => Params<M> | null,
  options?: Options<M>,
): Query<Result<M> | null>
export function query(
  client: Connection,
  method: Queried,
  given: (() => unknown) | Options<Queried> = {},
  further: Options<Queried> = {},
): Query<unknown> {
  const [params, options] = typeof given === 'function' ? [given, further] : [undefined, given]
  const { ignores, key: ownKey, ...rest } = options
  const call = client.call.bind(client) as (method: Method, ...params: unknown[]) => Promise<unknown>
  const read = (): Promise<unknown> => {
    if (params === undefined) return call(method)
    const asked = params()
    return asked === null ? Promise.resolve(null) : call(method, asked)
  }
  // Parameters that are equal are read once. The key of a component that is removed stays as it was.
  const key = $derived(ownKey === undefined ? JSON.stringify(params?.()) : ownKey())
  const name = hasTrait(method, 'isRemembered') ? method : undefined
  return new Query(client, topicsOf([method], ignores), read, { ...rest, key: () => key, ...(name && { name }) })
}

/** A client that sends only these requests. */
export interface Caller<M extends Method> {
  call<K extends M>(method: K, ...params: Params<K> extends void ? [] : [Params<K>]): Promise<Result<K>>
}

/** A value that is put together from the answers to several requests. It is read again when one of them changes. */
export function combinedQuery<M extends Queried, T>(
  client: Connection,
  methods: readonly M[],
  read: (client: Caller<M>) => Promise<T>,
  { ignores, key: ownKey, coalesceMs }: Omit<Options<M>, 'variant'> = {},
): Query<T> {
  const key = $derived(ownKey?.())
  return new Query(client, topicsOf(methods, ignores), () => read(client), {
    key: () => key,
    ...(coalesceMs !== undefined && { coalesceMs }),
  })
}

const topicsOf = <M extends Queried>(methods: readonly M[], ignores: Options<M>['ignores'] = []): Topic[] =>
  ignores === 'all' ? [] : methods.flatMap((method) => changedBy(method).filter((topic) => !ignores.includes(topic)))
