import { startDemoBroker, type DemoBroker } from '#main/demo/server.ts'
import { systemClock } from '#main/time/clock.ts'
import { connectWebHost, makeDataDir, removeDataDir, type WebHostProcess } from '../../test/e2e/rig/web-host.ts'
import { movedClockArgs } from './moved-clock.mjs'

/** Every run of the pictures starts at this instant, a Wednesday on which Moscow and New York trade. */
const startsAt = Date.parse('2026-09-16T14:00:00Z')
/** How far the clocks of service, app and windows are moved. */
export const movedByMs = startsAt - Date.now()

const everythingElse = /^\/v1\/(?!sessions)/

/** The behaviour of a service from its start. */
export const services = {
  full: () => undefined,
  /** A token without accounts. */
  empty: ({ faults }: DemoBroker) => {
    const now = systemClock.now() + movedByMs
    const body = {
      created_at: new Date(now).toISOString(),
      expires_at: new Date(now + 900_000).toISOString(),
      md_permissions: [],
      account_ids: [],
      readonly: true,
    }
    faults.set({ path: '/v1/sessions/details' }, { kind: 'status', status: 200, body })
  },
  /** No response has arrived yet. */
  waiting: ({ faults }: DemoBroker) => faults.set({ path: everythingElse }, { kind: 'silence' }),
  /** Every request except signing in fails. */
  broken: ({ faults }: DemoBroker) =>
    faults.set(
      { path: everythingElse },
      { kind: 'status', status: 500, body: { code: 13, message: 'internal error' } },
    ),
} as const

/** A service, and the built app connected to it with an empty data folder. */
export interface RunningApp {
  readonly broker: DemoBroker
  readonly host: WebHostProcess
  stop(): Promise<void>
}

/** Starts a service of this kind, and the app. Their clock and data are the same in every run. */
export async function startApp(kind: keyof typeof services): Promise<RunningApp> {
  const clock = { ...systemClock, now: () => systemClock.now() + movedByMs }
  const broker = await startDemoBroker({ size: 'small', seed: 1, clock })
  services[kind](broker)
  const dataDir = await makeDataDir()
  const host = await connectWebHost(dataDir, broker, movedClockArgs(movedByMs))
  return {
    broker,
    host,
    async stop() {
      await host.stop()
      await broker.close()
      await removeDataDir(dataDir)
    },
  }
}
