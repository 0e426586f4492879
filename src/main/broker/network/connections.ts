import type { Dispatcher } from 'undici'
import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import { trustOfComputer } from './certificates.ts'

/** The variables HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY; lower-case names come first. */
interface EnvironmentProxy {
  readonly httpProxy: string
  readonly httpsProxy: string
  readonly noProxy: string
}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * The names of this computer. They are never reached through a proxy; the demo service, for example, uses one of them.
 */
const ownNames = ['localhost', '127.0.0.1', '[::1]']

const isOwnComputer = (url: URL): boolean =>
  ownNames.includes(url.hostname) || url.hostname.startsWith('127.') || url.hostname.endsWith('.localhost')

/**
 * Reads the proxy settings of the environment; `null` if it names no proxy. Throws `offline` for an invalid address.
 */
export function readEnvironmentProxy(environment: Environment): EnvironmentProxy | null {
  const read = (name: string): string => environment[name.toLowerCase()] || environment[name] || ''
  const all = read('ALL_PROXY')
  const [http, https] = [read('HTTP_PROXY') || all, read('HTTPS_PROXY') || all]
  if (http === '' && https === '') return null
  return {
    httpProxy: readAddress(http || https),
    httpsProxy: readAddress(https || http),
    noProxy: [read('NO_PROXY'), ...ownNames].filter(Boolean).join(','),
  }
}

function readAddress(text: string): string {
  const address = text.includes('://') ? text : `http://${text}`
  if (URL.canParse(address) && /^(https?|socks5?):/.test(address)) return address
  throw new AppError('offline', m.errors_proxy_address_unusable)
}

/**
 * Returns the address of the first usable proxy of a list in the format of Chromium and PAC scripts: "PROXY a:8080;
 * SOCKS5 b:1080; DIRECT". `null` means a direct connection, also if no entry is usable.
 */
export function readProxyList(list: string): string | null {
  for (const entry of list.split(';')) {
    const [kind = '', address = ''] = entry.trim().split(/\s+/)
    if (kind.toUpperCase() === 'DIRECT') return null
    const scheme = schemes[kind.toUpperCase()]
    if (scheme !== undefined && URL.canParse(`${scheme}://${address}`)) return `${scheme}://${address}`
  }
  return null
}

const schemes: Readonly<Record<string, string>> = { PROXY: 'http', HTTP: 'http', HTTPS: 'https', SOCKS5: 'socks5' }

/** The network settings of this computer. */
export interface Network {
  /** Whether the proxy and the certificates of this computer are used; the user can change it at any time. */
  usesSystem(): boolean
  /** The proxies of the system for an address, as "PROXY host:port; DIRECT"; only the desktop host knows them. */
  readonly resolveProxy?: ((url: string) => Promise<string>) | undefined
}

interface ConnectionOptions {
  /** For the connection, including the TLS handshake. */
  readonly timeoutMs: number
  /** The only trusted certificates, in PEM. */
  readonly ca?: string | undefined
  readonly network: Network
  readonly environment?: Readonly<Record<string, string | undefined>>
}

/**
 * The connection pools of one client. Each pool is created when it is first needed: undici is loaded with the first
 * request, because reading the cache has priority at the start. The certificate of a server is always checked, also
 * with NODE_TLS_REJECT_UNAUTHORIZED=0.
 */
export class Connections {
  readonly #options: ConnectionOptions
  /** The pools by their route. */
  readonly #pools = new Map<string, Promise<Dispatcher>>()
  #usedSystem: boolean | null = null
  #isClosed = false

  constructor(options: ConnectionOptions) {
    this.#options = options
  }

  /**
   * Returns the pool for this origin. Throws `cancelled` after `close`, and `offline` for an unusable proxy address.
   */
  async open(origin: string): Promise<Dispatcher> {
    if (this.#isClosed) throw new AppError('cancelled', m.errors_the_connection_was_closed)
    const usesSystem = this.#options.network.usesSystem()
    if (usesSystem !== this.#usedSystem) this.#closeOldPools(usesSystem)
    const route = usesSystem ? await this.#findRoute(new URL(origin)) : 'direct'
    const pool = this.#pools.get(route) ?? this.#make(route, usesSystem && origin.startsWith('https:'))
    this.#pools.set(route, pool)
    return pool
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all([...this.#pools.values()].map(async (pool) => (await pool).destroy()))
  }

  /** After a change of the setting, requests in progress finish on the old connections; later requests use new ones. */
  #closeOldPools(usesSystem: boolean): void {
    this.#usedSystem = usesSystem
    for (const pool of this.#pools.values()) void pool.then((old) => old.close()).catch(() => undefined)
    this.#pools.clear()
  }

  /** Returns `direct`, `environment` or the address of a proxy. `plain` is a direct connection without certificates. */
  async #findRoute(url: URL): Promise<string> {
    if (url.protocol !== 'https:') return 'plain'
    if (isOwnComputer(url)) return 'direct'
    const { network, environment = process.env } = this.#options
    if (readEnvironmentProxy(environment) !== null) return 'environment'
    const list = await network.resolveProxy?.(url.href).catch(() => 'DIRECT')
    return readProxyList(list ?? 'DIRECT') ?? 'direct'
  }

  async #make(route: string, trustsSystem: boolean): Promise<Dispatcher> {
    const { Agent, EnvHttpProxyAgent, ProxyAgent } = await import('./pools.ts')
    const { timeoutMs, ca, environment = process.env } = this.#options
    const secureContext = trustsSystem && ca === undefined ? trustOfComputer() : null
    const tls = {
      timeout: timeoutMs,
      rejectUnauthorized: true,
      ...(ca === undefined ? {} : { ca }),
      ...(secureContext === null ? {} : { secureContext }),
    }
    // The callers limit the time of a whole response: these two time-outs cover only parts of it.
    const options = { headersTimeout: 0, bodyTimeout: 0 }
    if (route === 'direct' || route === 'plain') return new Agent({ ...options, connect: tls })
    const viaProxy = { ...options, requestTls: tls, proxyTls: tls }
    if (route !== 'environment') return new ProxyAgent({ ...viaProxy, uri: route })
    return new EnvHttpProxyAgent({ ...viaProxy, connect: tls, ...readEnvironmentProxy(environment) })
  }
}
