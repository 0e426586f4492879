import type { DownloadItem } from 'electron'

/** The downloads of windows that are not finished, also those whose dialog is still open. */
export class Downloads {
  readonly #items = new Set<Pick<DownloadItem, 'cancel'>>()

  add(item: Pick<DownloadItem, 'cancel' | 'once'>): void {
    this.#items.add(item)
    item.once('done', () => this.#items.delete(item))
  }

  /** No file is written then, whatever is chosen in the dialog. */
  cancelAll(): void {
    for (const item of this.#items) item.cancel()
  }
}
