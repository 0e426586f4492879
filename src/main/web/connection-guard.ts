import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Any program of this computer can connect and send nothing. A plain limit would let it take all connections and lock
 * the user out, so connections that have not sent a credential have a small limit of their own: a new one replaces the
 * oldest of them. Connections that have sent a credential are never closed for others.
 */
export class ConnectionGuard {
  readonly #unproven = new Set<Socket>()

  constructor(server: Server, maxUnproven: number) {
    server.on('connection', (socket: Socket) => {
      this.#unproven.add(socket)
      socket.once('close', () => this.#unproven.delete(socket))
      if (this.#unproven.size <= maxUnproven) return
      // A set is in the order of insertion.
      const [oldest] = this.#unproven
      if (oldest) this.#unproven.delete(oldest)
      oldest?.destroy()
    })
  }

  /** The connection has sent a valid credential. */
  trust(socket: Socket): void {
    this.#unproven.delete(socket)
  }
}
