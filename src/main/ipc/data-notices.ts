import type { DataTrouble, DismissibleTrouble } from '../../shared/model/data.ts'

type Notice = DataTrouble & { readonly kind: DismissibleTrouble }

/** What happened to the files of data in this run of the app, until the user dismisses it. The newest of each kind. */
export class DataNotices {
  readonly #onChange: () => void
  #notices: readonly Notice[] = []

  constructor(onChange: () => void) {
    this.#onChange = onChange
  }

  list(): readonly Notice[] {
    return this.#notices
  }

  /** `at` in UTC ms. */
  add(kind: DismissibleTrouble, message: string, at: number): void {
    this.#notices = [...this.#notices.filter((notice) => notice.kind !== kind), { kind, message, at }]
    this.#onChange()
  }

  dismiss(kind: DismissibleTrouble): void {
    this.#notices = this.#notices.filter((notice) => notice.kind !== kind)
    this.#onChange()
  }
}
