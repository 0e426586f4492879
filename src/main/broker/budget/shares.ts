import type { Purpose } from '#shared/model/app/usage.ts'

/** The purposes, highest priority first. */
export const purposes = ['cancel', 'user', 'visible', 'held', 'background'] as const satisfies readonly Purpose[]

/** Purposes of automatic requests, which form an even flow. Cancels and the user's clicks are sent at once. */
export const flowPurposes = ['visible', 'held', 'background'] as const satisfies readonly Purpose[]
export type FlowPurpose = (typeof flowPurposes)[number]

interface FlowShare {
  /** The weight among the waiting purposes when a slot of the flow is assigned. */
  readonly weight: number
  /** The maximum share of the limit, if no other purpose needs it. */
  readonly max: number
  /** The share of the limit that may be sent at once after a pause. */
  readonly burst: number
}

/**
 * The policy, in shares of the requests allowed in any 60 s.
 *
 *     cancel      ─ at once, up to 100 %
 *     user        ─ at once, up to 98 %, minus a reserve of 12 % for visible data
 *     visible ┐   ─ together an even flow, up to 95 %;    80 of 100 while all wait
 *     held    ├     each slot goes to the purpose that    10 of 100, up to 40 %
 *     backgr. ┘     is furthest below its weight          10 of 100, up to 60 %
 *
 * Bulk work (`background`) sends no bursts while other purposes wait. Visible data has four fifths of the flow under any
 * load. 3 % of the limit stays free for clicks, and another 2 % for cancels.
 */
export const shares = {
  user: 0.98,
  flow: 0.95,
  /** Visible data keeps this share, evenly spaced, even if the user's clicks take all other slots. */
  liveReserve: 0.12,
  flows: {
    visible: { weight: 80, max: 0.95, burst: 0.08 },
    held: { weight: 10, max: 0.4, burst: 0.05 },
    background: { weight: 10, max: 0.6, burst: 0.05 },
  } satisfies Record<FlowPurpose, FlowShare>,
  /** The part of the quote plan for positions and lists that are not on screen, while a window is visible. */
  prices: { hidden: 0.15 },
  /**
   * The maximum number of requests in flight. If the service stops responding, purposes with a higher priority can
   * still send.
   */
  inFlight: { cancel: 40, user: 32, visible: 24, held: 16, background: 8 } satisfies Record<Purpose, number>,
} as const

/** A value for each purpose. */
export const perPurpose = <T>(valueOf: (purpose: Purpose) => T): Readonly<Record<Purpose, T>> => ({
  cancel: valueOf('cancel'),
  user: valueOf('user'),
  visible: valueOf('visible'),
  held: valueOf('held'),
  background: valueOf('background'),
})
