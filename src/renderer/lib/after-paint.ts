/**
 * Calls back in the task after the next frame was painted; in a hidden page, which paints nothing, in the next task. Returns a
 * function that cancels it.
 */
export function afterPaint(callback: () => void): () => void {
  let frame: number | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const soon = (): void => {
    timer = setTimeout(callback)
  }
  if (document.visibilityState === 'hidden') soon()
  else frame = requestAnimationFrame(soon)
  return () => {
    if (frame !== undefined) cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}
