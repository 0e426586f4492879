import type { App } from '../lib/app.svelte.ts'
import { Query } from '../lib/query.svelte.ts'
import type { AccountSummary } from '../../shared/model/portfolio.ts'

/** The account that an address of the overview names, as the tray opens it. */
const accountIn = (hash: string): string | null => {
  const [screen, query = ''] = hash.split('?')
  return screen === '#/overview' ? new URLSearchParams(query).get('account') : null
}

/** The accounts a person can choose from, and the one chosen. */
export class AccountScope {
  readonly #app: App
  readonly #accounts: Query<AccountSummary[]>

  constructor(app: App) {
    this.#app = app
    this.#accounts = new Query(app.client, 'accounts.changed', () => app.client.call('accounts.list'))
    const take = (): void => {
      const wanted = accountIn(location.hash)
      if (wanted === null) return
      app.accountId = wanted
      // It is the scope of the other screens too, and a person may choose another.
      history.replaceState(null, '', '#/overview')
    }
    take()
    $effect(() => {
      addEventListener('hashchange', take)
      return () => removeEventListener('hashchange', take)
    })
    // An account that is gone, with its profile or by itself, must not stay the scope of every screen.
    $effect(() => {
      const known = this.#accounts.current
      if (known && app.accountId !== null && !known.some(({ id }) => id === app.accountId)) app.accountId = null
    })
  }

  get accounts(): readonly AccountSummary[] {
    return this.#accounts.current ?? []
  }

  /** What a select can hold: the empty text is all accounts. */
  get chosen(): string {
    return this.#app.accountId ?? ''
  }

  set chosen(value: string) {
    this.#app.accountId = value || null
  }
}
