export const d = (value: string) => ({ value })
export const date = { year: 2026, month: 3, day: 31 }
export const money = { currency_code: 'USD', units: '12', nanos: 340_000_000 }
export const at = '2026-03-02T09:30:00.123456Z'
export const pagination = { total: 1, limit: 1, offset: 0, has_next: true }
