import { Message, sessionBus, type MessageBus } from '@jellybrick/dbus-next'

const name = 'org.freedesktop.Notifications'
const path = '/org/freedesktop/Notifications'

/** A notification that the app sent to the desktop. */
export interface SeenNotification {
  readonly id: number
  readonly title: string
  readonly body: string
  /** Keys and labels, alternating. */
  readonly actions: readonly string[]
}

/** Replaces the notification service on a session's bus. */
export class NotificationStandIn {
  readonly #bus: MessageBus
  readonly shown: SeenNotification[] = []
  /** The unique name of the app on the bus, from its last notification. */
  app: string | undefined
  capabilities: readonly string[] = ['actions', 'body', 'body-markup']

  constructor(busAddress: string) {
    this.#bus = sessionBus({ busAddress })
    this.#bus.addMethodHandler((message) => this.#answer(message))
  }

  #answer(message: Message): boolean {
    if (message.path !== path) return false
    if (message.member === 'GetCapabilities') {
      this.#bus.send(Message.newMethodReturn(message, 'as', [[...this.capabilities]]))
      return true
    }
    if (message.member !== 'Notify') return false
    this.app = message.sender
    const [, , , title, body, actions] = message.body
    const id = this.shown.length + 1
    this.shown.push({ id, title: String(title), body: String(body), actions: actions as string[] })
    this.#bus.send(Message.newMethodReturn(message, 'u', [id]))
    return true
  }

  async appear(): Promise<void> {
    await this.#bus.requestName(name)
  }

  /** Sends signals without the name of the service, as every other program of the session can. */
  async sendForeignSignals(app: string | undefined, id: number): Promise<void> {
    for (const destination of [undefined, app])
      for (const [member, signature, body] of [
        ['ActionInvoked', 'us', [id, 'default']],
        ['NotificationClosed', 'uu', [id, 2]],
      ] as const) {
        const signal = Message.newSignal(path, name, member, signature, [...body])
        if (destination !== undefined) signal.destination = destination
        this.#bus.send(signal)
      }
    // The reply arrives after the bus has delivered the signals.
    await this.#bus.requestName('app.tidemark.tests.OtherProgram')
  }

  /** Presses a button of a notification, or with `default` the notification itself. */
  invoke(id: number, key: string): void {
    this.#bus.send(Message.newSignal(path, name, 'ActionInvoked', 'us', [id, key]))
    this.#bus.send(Message.newSignal(path, name, 'NotificationClosed', 'uu', [id, 2]))
  }

  close(): void {
    this.#bus.disconnect()
  }
}
