/** Whether this browser may show notifications. `ask` opens the browser's prompt; call it only on a click. */
export class BrowserPermission {
  #state = $state<NotificationPermission | 'missing'>(
    'Notification' in globalThis ? Notification.permission : 'missing',
  )

  get state(): NotificationPermission | 'missing' {
    return this.#state
  }

  async ask(): Promise<void> {
    if (this.#state === 'missing') return
    this.#state = await Notification.requestPermission()
  }
}
