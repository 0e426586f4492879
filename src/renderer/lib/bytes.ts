import { m } from '#shared/messages/messages.js'
import type { Format } from '#shared/text/format.ts'

const inUnit = [
  m.lib_size_in_bytes,
  m.lib_size_in_kilobytes,
  m.lib_size_in_megabytes,
  m.lib_size_in_gigabytes,
  m.lib_size_in_terabytes,
] as const

/** A size on disk in a suitable decimal unit: "18.3 MB". */
export function formatBytes(bytes: number, format: Format): string {
  const step = Math.min(inUnit.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  const size = format.number(bytes / 1000 ** step, step === 0 ? 0 : 1)
  return (inUnit[step] ?? m.lib_size_in_bytes)({ size })
}
