/** Payments are booked from 5 days before the date of their event to 45 days after it. */
export const daysBefore = 5
export const daysAfter = 45
