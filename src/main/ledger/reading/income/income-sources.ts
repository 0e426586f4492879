import { dayOf } from '#main/insight/events/days.ts'
import type { Db } from '#main/sqlite/db.ts'
import { dayMs } from '#shared/durations.ts'
import type { LedgerChoices } from '../../replay/replay-inputs.ts'
import type { AccountTables } from './accounts.ts'

/** The inputs of income as texts. While a text is the same, the results calculated from it are valid. */
export class IncomeSources {
  readonly #tables: AccountTables
  readonly #selectVersions

  constructor(db: Db, tables: AccountTables) {
    this.#tables = tables
    this.#selectVersions = db.prepare<[], [string]>(
      `SELECT (SELECT count(*) || ' ' || coalesce(sum(fetched_at), 0) FROM corporate_event_read) || ' ' ||
              (SELECT count(*) || ' ' || coalesce(sum(fetched_at), 0) FROM instrument_details)`,
    )
  }

  /** The positions that the service states. */
  positionsText(): string {
    const stated = this.#tables.accounts
      .list()
      .map(({ account: { id, positions } }) => [id, positions.map(({ symbol, quantity }) => [symbol, quantity])])
    return JSON.stringify(stated)
  }

  /** All other inputs except the rows. The end of the loaded range is compared by day. `now` in UTC ms. */
  basisText({ choices, now }: { readonly choices: LedgerChoices; readonly now: number }): string {
    const today = dayOf(now)
    const accounts = this.#tables.accounts
      .list()
      .map(({ account: { id } }) => [
        id,
        this.#tables.coverage.list(id).map(({ from, to }) => [from, Math.min(to, (today - 1) * dayMs)]),
        this.#tables.history.gaps(id).map(({ from, to }) => [from, to]),
        this.#tables.history.beginning(id),
      ])
    return JSON.stringify([today, this.#selectVersions.get(), choices, accounts])
  }
}
