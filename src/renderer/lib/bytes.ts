import type { Format } from '../../shared/text/format.ts'

const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const

/** A size on disk in a suitable decimal unit: "18.3 MB". */
export function formatBytes(bytes: number, format: Format): string {
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  const places = step === 0 ? 0 : 1
  return `${format.number(bytes / 1000 ** step, places)}\u00a0${units[step]}`
}
