import { Message, sessionBus, type MessageBus } from '@jellybrick/dbus-next'

/** Replaces the file manager on a session's bus. */
export class FileManagerStandIn {
  readonly #bus: MessageBus
  /** The addresses that the app requested to show, in order. */
  readonly shown: string[] = []

  constructor(busAddress: string) {
    this.#bus = sessionBus({ busAddress })
    this.#bus.addMethodHandler((message) => {
      if (message.path !== '/org/freedesktop/FileManager1' || message.member !== 'ShowItems') return false
      const [addresses] = message.body as [readonly string[]]
      this.shown.push(...addresses)
      this.#bus.send(Message.newMethodReturn(message, '', []))
      return true
    })
  }

  async appear(): Promise<void> {
    await this.#bus.requestName('org.freedesktop.FileManager1')
  }

  close(): void {
    this.#bus.disconnect()
  }
}
