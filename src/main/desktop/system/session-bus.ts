import type { Message, MessageBus } from '@jellybrick/dbus-next'
import { secondMs } from '#shared/durations.ts'
import type { Clock } from '../../time/clock.ts'

/** The usual limit of D-Bus. While a desktop starts, its programs may reply only after many seconds. */
const callTimeoutMs = 25 * secondMs

/** A method call to one program on the bus; see the D-Bus specification for signatures. */
export interface BusCall {
  readonly destination: string
  readonly path: string
  readonly interface: string
  readonly member: string
  readonly signature?: string
  readonly body?: readonly unknown[]
}

/** Signals of one program; see the D-Bus specification for match rules. */
export interface BusSignals {
  /** The well-known name of the program that may send them. */
  readonly owner: string
  readonly path: string
  readonly interface: string
  /** The required first argument; if missing, any. */
  readonly arg0?: string
}

export type Received = Pick<Message, 'member' | 'body'>

/** The D-Bus session bus of Linux. */
export interface SessionBus {
  /** Rejects on an error reply, or without a reply within 25 s. */
  call(call: BusCall): Promise<readonly unknown[]>
  /**
   * Subscribes to signals. Any program on the bus can send a signal of any name, so only signals of the owner of the name are
   * passed on.
   */
  subscribe(signals: BusSignals, listener: (message: Received) => void): Promise<void>
  /** Called when the connection to the bus is lost. */
  onLost(listener: () => void): void
}

const busItself = {
  destination: 'org.freedesktop.DBus',
  path: '/org/freedesktop/DBus',
  interface: 'org.freedesktop.DBus',
} as const

/** The signals with which the bus reports the owner of a name. */
export const nameChanges: BusSignals = {
  owner: busItself.destination,
  path: busItself.path,
  interface: busItself.interface,
}

/** Connects to the session bus on the first call, and again after it was lost; `null` when there is no bus. */
export function shareSessionBus(clock: Clock): () => Promise<SessionBus | null> {
  let shared: Promise<SessionBus | null> | null = null
  const forget = (): void => void (shared = null)
  async function open(): Promise<SessionBus | null> {
    const bus = await openSessionBus(clock)
    bus.onLost(forget)
    return bus
  }
  return () =>
    (shared ??= open().catch(() => {
      forget()
      return null
    }))
}

async function openSessionBus(clock: Clock): Promise<SessionBus> {
  const dbus = await import('@jellybrick/dbus-next')
  const bus: MessageBus = dbus.sessionBus()
  const lost: (() => void)[] = []
  // The kind of error does not matter: no more messages will arrive.
  const connection: NodeJS.EventEmitter = bus
  connection.on('error', () => {
    for (const listener of lost) listener()
  })

  async function call({ body = [], ...head }: BusCall): Promise<readonly unknown[]> {
    const reply = await withTimeout(bus.call(new dbus.Message({ ...head, body: [...body] })), clock)
    return reply?.body ?? []
  }

  async function addMatch({ owner, path, interface: name, arg0 }: BusSignals): Promise<void> {
    const rule = `type='signal',sender='${owner}',path='${path}',interface='${name}'${arg0 ? `,arg0='${arg0}'` : ''}`
    await call({ ...busItself, member: 'AddMatch', signature: 's', body: [rule] })
  }

  /** The unique name of the program that owns a name. It changes when another program takes the name. */
  async function followOwner(name: string): Promise<{ readonly current: string | null }> {
    // The bus has no unique name. No other program can use the name of its own signals.
    if (name === busItself.destination) return { current: name }
    const owner: { current: string | null } = { current: null }
    bus.on('message', ({ sender, member, body }: Message) => {
      if (sender !== busItself.destination || member !== 'NameOwnerChanged' || body[0] !== name) return
      owner.current = typeof body[2] === 'string' && body[2] !== '' ? body[2] : null
    })
    await addMatch({ ...nameChanges, arg0: name })
    const [current] = await call({ ...busItself, member: 'GetNameOwner', signature: 's', body: [name] }).catch(() => [])
    if (typeof current === 'string') owner.current = current
    return owner
  }

  return {
    call,
    async subscribe(signals, listener) {
      const owner = await followOwner(signals.owner)
      bus.on('message', (message: Message) => {
        const isMeant = message.interface === signals.interface && message.path === signals.path
        if (isMeant && message.type === dbus.MessageType.SIGNAL && message.sender === owner.current) listener(message)
      })
      await addMatch(signals)
    },
    onLost: (listener) => void lost.push(listener),
  }
}

function withTimeout<T>(promise: Promise<T>, clock: Clock): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = clock.after(callTimeoutMs, () => reject(new Error('The session bus does not reply')))
    promise.then(resolve, reject).finally(stop)
  })
}

/** Whether a program owns this name on the bus. */
export async function hasOwner(bus: SessionBus, name: string): Promise<boolean> {
  const [isOwned] = await bus.call({ ...busItself, member: 'NameHasOwner', signature: 's', body: [name] })
  return isOwned === true
}
