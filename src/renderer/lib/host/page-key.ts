const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
const signing = { name: 'ECDSA', hash: 'SHA-256' }

/**
 * The key with which this page signs in again after a restart of the host. It exists only in the memory of the page, and
 * the browser does not export its private half. It is not in storage, where another program that takes over the port of the
 * host could serve a page that reads it. The host keeps only the public half. See TrustedPages of the host.
 */
export class PageKey {
  #pair: Promise<CryptoKeyPair> | null = null
  /** The token with which the key was registered at the host. */
  #trustedBy: string | null = null

  /** Registers the key at the host, once per session. If this fails, a restart of the host only requires a new address. */
  async trust(token: string): Promise<void> {
    if (token === this.#trustedBy || !canSign()) return
    this.#trustedBy = token
    try {
      const { publicKey } = await this.#keys()
      const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', publicKey)
      await post('/api/trust', { kty, crv, x, y }, { authorization: `Bearer ${token}` })
    } catch {
      this.#trustedBy = null
    }
  }

  /** Requests a new session token from a restarted host; `null` if the host does not know this page. */
  async comeBack(): Promise<string | null> {
    if (this.#trustedBy === null) return null
    try {
      const challenge = textIn(await (await post('/api/challenge', {})).json(), 'challenge')
      const { privateKey } = await this.#keys()
      const text = new TextEncoder().encode(`tidemark page ${location.origin} ${challenge}`)
      const signature = toBase64Url(await crypto.subtle.sign(signing, privateKey, text))
      const response = await post('/api/return', { challenge, signature })
      return response.ok ? textIn(await response.json(), 'token') : null
    } catch {
      return null // The host stopped again.
    }
  }

  #keys(): Promise<CryptoKeyPair> {
    this.#pair ??= crypto.subtle.generateKey(algorithm, false, ['sign', 'verify'])
    return this.#pair
  }
}

/** Browsers provide it only on pages of this computer and on https. */
const canSign = (): boolean => 'subtle' in crypto

const post = (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

function textIn(body: unknown, name: string): string {
  if (typeof body === 'object' && body !== null && name in body) {
    const value: unknown = Reflect.get(body, name)
    if (typeof value === 'string') return value
  }
  throw new TypeError(`The host responded without a ${name}`)
}

const toBase64Url = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
