import { createServer as createProxyServer, type IncomingMessage } from 'node:http'
import { createServer } from 'node:https'
import { connect, type AddressInfo, type Server, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import type { Network } from '#main/broker/network/connections.ts'
import { createTransport, type TransportLimits } from '#main/broker/transport.ts'
import { systemClock } from '#main/time/clock.ts'

async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  return (server.address() as AddressInfo).port
}

/**
 * Starts a service with this certificate on a real socket. `received` lists the Authorization headers of its requests.
 */
export async function startTlsService(cert: string, key: string) {
  const received: (string | undefined)[] = []
  const server = createServer({ cert, key }, (request, response) => {
    received.push(request.headers.authorization)
    response.end('{}')
  })
  return { received, port: await listen(server) }
}

/** Starts a proxy that connects every name to this port of the computer. With a `status` other than 200 it refuses. */
export async function startProxy(port: number, status = 200) {
  const requested: { readonly target: string | undefined; readonly authorization: string | undefined }[] = []
  const server = createProxyServer()
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    requested.push({ target: request.url, authorization: request.headers['proxy-authorization'] })
    if (status !== 200) return socket.end(`HTTP/1.1 ${status} No\r\n\r\n`)
    const service = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      service.pipe(socket).pipe(service)
    })
    service.on('error', () => socket.destroy())
    socket.on('error', () => service.destroy())
  })
  return { requested, port: await listen(server) }
}

/** Sends one request with a token to this address over a new transport. */
export async function sendTo(baseUrl: string, limits: TransportLimits = {}, network?: Network) {
  const transport = createTransport(new URL(baseUrl), systemClock, { responseTimeoutMs: 5_000, ...limits }, network)
  onTestFinished(() => transport.close())
  const request = { method: 'GET', target: '/v1/usage', body: null } as const
  const { signal } = new AbortController()
  return transport.send(request, { bearer: 'token-of-mine', signal, limits: { bytes: 1024 } })
}
