import { onTestFinished } from 'vitest'
import type { BrokerOptions } from '#main/broker/client.ts'
import { answer, startRig, type Rig } from './loopback.ts'

export async function start(options: Partial<BrokerOptions> = {}): Promise<Rig> {
  const rig = await startRig(options)
  onTestFinished(() => rig.stop())
  rig.service.handle = (_, response) => answer(response, 200, { quotas: [] })
  return rig
}

export const user = { purpose: 'user' } as const

export const cancel = { accountId: 'A', orderId: '1' }
