/** A month (`2026-03`) in the person's language: "March 2026"; with `month` alone: "Mar". */
export function monthTitle(month: string, locale: string | null, form: 'whole' | 'short' = 'whole'): string {
  const at = new Date(`${month}-01T00:00:00Z`)
  const options = form === 'whole' ? ({ month: 'long', year: 'numeric' } as const) : ({ month: 'short' } as const)
  return new Intl.DateTimeFormat(locale ?? undefined, { ...options, timeZone: 'UTC' }).format(at)
}
