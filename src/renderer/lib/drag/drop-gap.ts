/** A rectangle on screen, in px. */
export type Box = Pick<DOMRectReadOnly, 'left' | 'right' | 'top' | 'bottom'>
/** Which way things stand: one under the other, or side by side (and in rows, where they wrap). */
export type Axis = 'block' | 'inline'

/** Where something dragged would come: before the thing at `gap`, or behind the last; beside which one, on which side. */
export interface Drop {
  readonly gap: number
  readonly beside: number
  readonly isBehind: boolean
}

/** The gap next to a point: beside the box that is nearest to it, on the side of its middle where the point lies. */
export function findDrop(boxes: readonly Box[], x: number, y: number, axis: Axis): Drop | undefined {
  let nearest = -1
  let least = Infinity
  for (const [index, box] of boxes.entries()) {
    const distance = Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom))
    if (distance >= least) continue
    nearest = index
    least = distance
  }
  const box = boxes[nearest]
  if (box === undefined) return undefined
  const isBehind = axis === 'block' ? y > (box.top + box.bottom) / 2 : x > (box.left + box.right) / 2
  return { gap: nearest + (isBehind ? 1 : 0), beside: nearest, isBehind }
}

/** The index that something comes to when it leaves `from` for a gap: its own place was before the gap, or not. */
export const indexAfterDrop = (from: number, gap: number): number => (gap > from ? gap - 1 : gap)
