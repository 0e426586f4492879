/** The time of day (`22:30`) in a typed text: "22:30", "22.30", "22" or "10:30 pm"; `null` if it is none. */
export function readTime(text: string): string | null {
  const [, hours = '', minutes = '0', half] =
    /^(\d{1,2})(?:[:.](\d{2}))?\s*(?:([ap])\.?\s?m\.?)?$/i.exec(text.trim()) ?? []
  const hour = half === undefined ? Number(hours) : hourOfHalf(Number(hours), half.toLowerCase() === 'p')
  if (hours === '' || hour === null || hour > 23 || Number(minutes) > 59) return null
  return `${String(hour).padStart(2, '0')}:${minutes.padStart(2, '0')}`
}

/** The hour of a day with two halves of 12 hours, which begin with 12. */
const hourOfHalf = (hour: number, isPm: boolean): number | null =>
  hour < 1 || hour > 12 ? null : (hour % 12) + (isPm ? 12 : 0)
