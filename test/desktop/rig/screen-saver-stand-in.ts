import { Message, sessionBus, type MessageBus } from '@jellybrick/dbus-next'

const name = 'org.gnome.ScreenSaver'

/** Replaces the program that locks the screen on a session's bus. */
export class ScreenSaverStandIn {
  readonly #bus: MessageBus

  constructor(busAddress: string) {
    this.#bus = sessionBus({ busAddress })
  }

  async appear(): Promise<void> {
    await this.#bus.requestName(name)
  }

  /** Announces that the screen was locked or unlocked. */
  announce(isLocked: boolean): void {
    this.#bus.send(Message.newSignal('/org/gnome/ScreenSaver', name, 'ActiveChanged', 'b', [isLocked]))
  }

  close(): void {
    this.#bus.disconnect()
  }
}
