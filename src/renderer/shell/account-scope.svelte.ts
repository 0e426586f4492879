import type { AccountSummary } from '#shared/model/portfolio.ts'
import type { App } from '../lib/app.svelte.ts'
import { query } from '../lib/host/queries.svelte.ts'
import type { Query } from '../lib/host/query.svelte.ts'

/** The account in an address of the overview (opened by the tray, for example) or of the margin screen. */
function accountIn(hash: string): { readonly accountId: string; readonly screen: string } | null {
  const [screen = '', query = ''] = hash.split('?')
  const accountId = ['#/overview', '#/margin'].includes(screen) ? new URLSearchParams(query).get('account') : null
  return accountId === null ? null : { accountId, screen }
}

/** The available accounts, and the selected one. */
export class AccountScope {
  readonly #app: App
  readonly #accounts: Query<AccountSummary[]>

  constructor(app: App) {
    this.#app = app
    this.#accounts = query(app.client, 'accounts.list')
    const applyAddress = (): void => {
      const address = accountIn(location.hash)
      if (address === null) return
      app.accountId = address.accountId
      // Removed from the address, because the selection applies to all screens and can change.
      history.replaceState(history.state, '', address.screen)
    }
    applyAddress()
    $effect(() => {
      addEventListener('hashchange', applyAddress)
      return () => removeEventListener('hashchange', applyAddress)
    })
    // An account that no longer exists must not stay selected, because every screen would be empty.
    $effect(() => {
      const known = this.#accounts.current
      if (known && app.accountId !== null && !known.some(({ id }) => id === app.accountId)) app.accountId = null
    })
  }

  get accounts(): readonly AccountSummary[] {
    return this.#accounts.current ?? []
  }

  /** The value for a select element: an empty string means all accounts. */
  get chosen(): string {
    return this.#app.accountId ?? ''
  }

  set chosen(value: string) {
    this.#app.accountId = value || null
  }
}
