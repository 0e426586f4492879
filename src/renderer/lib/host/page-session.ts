const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
const signing = { name: 'ECDSA', hash: 'SHA-256' }

/**
 * The key with which this page signs in again after a restart of the host. It exists only in the memory of the page, and
 * the browser does not export its private half. It is not in storage, where another program that takes over the port of the
 * host could serve a page that reads it. The host keeps only the public half. See TrustedPages of the host.
 */
class PageKey {
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

/** The time within which another page of this browser must send the token. */
const handOverMs = 1000
const storageKey = 'tidemark-session'

type Message = { readonly type: 'wanted' } | { readonly type: 'found' | 'new'; readonly token: string }

/**
 * The credential of this page. The host accepts a page only with a session token in the `Authorization` header:
 * - The address that Tidemark printed or opened contains a launch key, which is valid once and for 60 s. This page
 *   exchanges it for a token and removes it from the address, so that neither history nor bookmarks contain a usable key.
 * - The token is in sessionStorage: it survives a reload, belongs to this tab and this origin (port included), and ends
 *   with the tab. A cookie would be sent to every port of the host, and so to programs of other users.
 * - A new tab has no token: it requests one from the open tabs of the same browser over a BroadcastChannel, which only pages
 *   of this origin receive. The first reply counts; without a reply the host refuses the page and the window shows this.
 * - A tab that receives a new token from the host sends it to all others, so that tabs opened before a restart work again.
 * - A refused token is dropped. After a restart of the host, this page signs in again with a key that it holds in memory
 *   (see PageKey); if that fails, the next request uses the token of another tab.
 */
export class PageSession {
  readonly #channel = new BroadcastChannel('tidemark-session')
  #token: Promise<string | null>
  #known: string | null = null
  #isAsking = false
  readonly #key = new PageKey()
  #ownToken: Promise<string | null> = Promise.resolve(null)
  #stopAsking = (): void => undefined

  constructor() {
    this.#channel.addEventListener('message', ({ data }: MessageEvent<Message>) => this.#receive(data))
    const key = takeLaunchKey()
    this.#token = key === null ? this.#find() : this.#exchange(key)
  }

  /** Like the global `fetch`, with the token. */
  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const token = await this.#token
    const response = await send(path, init, token)
    if (response.status !== 401) {
      if (token !== null) void this.#key.trust(token)
      return response
    }
    // Another request may have replaced the token in the meantime.
    if (token === this.#known) {
      this.#setToken(null)
      this.#ownToken = this.#comeBack()
      this.#token = this.#ownToken.then((own) => own ?? this.#requestToken())
    }
    const next = await this.#ownToken
    // The refused request had no effect, so it can be sent again.
    return next === null || next === token ? response : send(path, init, next)
  }

  /**
   * Requests a token from a restarted host and shares it with the other tabs; `null` if the host does not know this page.
   */
  async #comeBack(): Promise<string | null> {
    const token = await this.#key.comeBack()
    if (token === null) return null
    this.#setToken(token)
    this.#post({ type: 'new', token })
    return token
  }

  async #exchange(key: string): Promise<string | null> {
    try {
      const response = await fetch('/api/session', { method: 'POST', headers: { authorization: `Bearer ${key}` } })
      const token = readToken(await response.json())
      this.#setToken(token)
      this.#post({ type: 'new', token })
      return token
    } catch {
      return this.#find() // The launch key was used before: another tab of this browser may have the token.
    }
  }

  #find(): Promise<string | null> {
    this.#known = sessionStorage.getItem(storageKey)
    return this.#known === null ? this.#requestToken() : Promise.resolve(this.#known)
  }

  /** The token of another tab; `null` if no tab replies. */
  #requestToken(): Promise<string | null> {
    return new Promise((resolve) => {
      this.#stopAsking()
      const timer = setTimeout(() => this.#stopAsking(), handOverMs)
      this.#stopAsking = () => {
        clearTimeout(timer)
        this.#isAsking = false
        resolve(this.#known)
      }
      this.#isAsking = true
      this.#post({ type: 'wanted' })
    })
  }

  #receive(message: Message): void {
    if (message.type === 'wanted') {
      if (this.#known !== null) this.#post({ type: 'found', token: this.#known })
    } else if (message.type === 'new' || this.#isAsking) {
      this.#setToken(message.token)
      this.#token = Promise.resolve(message.token)
      this.#stopAsking()
    }
  }

  #setToken(token: string | null): void {
    this.#known = token
    if (token === null) sessionStorage.removeItem(storageKey)
    else sessionStorage.setItem(storageKey, token)
  }

  #post(message: Message): void {
    this.#channel.postMessage(message)
  }
}

function send(path: string, init: RequestInit, token: string | null): Promise<Response> {
  const headers = new Headers(init.headers)
  if (token !== null) headers.set('authorization', `Bearer ${token}`)
  return fetch(path, { ...init, headers })
}

/** Returns the launch key of the address and removes it from the address. */
function takeLaunchKey(): string | null {
  const url = new URL(location.href)
  const key = url.searchParams.get('key')
  if (key === null) return null
  url.searchParams.delete('key')
  history.replaceState(history.state, '', url)
  return key
}

function readToken(body: unknown): string {
  if (typeof body === 'object' && body !== null && 'token' in body && typeof body.token === 'string') return body.token
  throw new TypeError('The host responded without a token')
}
