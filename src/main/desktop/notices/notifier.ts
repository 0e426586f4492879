/** One notification. */
export interface Told {
  readonly title: string
  readonly body: string
  /** What else can be done with it, where the system shows buttons. */
  readonly actions: readonly { readonly label: string; readonly run: () => void }[]
  readonly onClick: () => void
}

/** Shows notifications by the system's own means. */
export interface Notifier {
  /** Rejects where the system shows none. */
  show(told: Told): Promise<void>
}
