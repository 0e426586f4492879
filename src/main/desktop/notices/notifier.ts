/** The content of one notification. */
export interface SystemNotification {
  readonly title: string
  readonly body: string
  /** Further actions, for systems that show buttons. */
  readonly actions: readonly { readonly label: string; readonly run: () => void }[]
  readonly onClick: () => void
}

/** Shows notifications with the system's own service. */
export interface Notifier {
  /** Rejects when the system cannot show it. */
  show(notification: SystemNotification): Promise<void>
}
