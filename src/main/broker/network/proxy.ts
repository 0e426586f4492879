import { AppError } from '../../../shared/errors.ts'

/** The variables HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY; lower-case names come first. */
export interface EnvironmentProxy {
  readonly httpProxy: string
  readonly httpsProxy: string
  readonly noProxy: string
}

type Environment = Readonly<Record<string, string | undefined>>

/** Names of this computer: the demo, for example, is never reached through a proxy. */
const ownNames = ['localhost', '127.0.0.1', '[::1]']

export const isOwnComputer = (url: URL): boolean =>
  ownNames.includes(url.hostname) || url.hostname.startsWith('127.') || url.hostname.endsWith('.localhost')

/** `null` when the environment names no proxy. Throws `offline` for an invalid address. */
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
  throw new AppError('offline', 'The address of the proxy in the environment of Tidemark cannot be used')
}

/**
 * The first usable proxy of a list in the format of Chromium and PAC scripts: "PROXY a:8080; SOCKS5 b:1080; DIRECT". `null`: a
 * direct connection, also when no entry is usable.
 */
export function readProxyList(list: string): string | null {
  for (const entry of list.split(';')) {
    const [kind = '', place = ''] = entry.trim().split(/\s+/)
    if (kind.toUpperCase() === 'DIRECT') return null
    const scheme = schemes[kind.toUpperCase()]
    if (scheme !== undefined && URL.canParse(`${scheme}://${place}`)) return `${scheme}://${place}`
  }
  return null
}

const schemes: Readonly<Record<string, string>> = { PROXY: 'http', HTTP: 'http', HTTPS: 'https', SOCKS5: 'socks5' }
