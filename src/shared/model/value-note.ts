import { z } from 'zod'

/** How the value of a position was calculated, or why it is not known. `valueNoteWords` turns it into text. */
export const ValueNote = z.discriminatedUnion('code', [
  z.object({
    code: z.enum([
      'by-piece', // quantity × price
      'bond',
      'option',
      'future', // it has a margin, not a value
      'future-of-unknown-currency',
      'no-reference-data',
      'no-price-or-quantity',
      'no-face-value',
      'no-contract-size',
      'no-formula',
      'no-market',
    ]),
  }),
  /** The service does not say in which of the two currencies it states the profit. */
  z.object({ code: z.literal('future-of-two-currencies'), quoted: z.string(), margin: z.string() }),
])
export type ValueNote = z.infer<typeof ValueNote>

/**
 * How the value of an order was calculated, of its remaining pieces or of all, or why it is not known. `orderNoteWords` turns it
 * into text.
 */
export const OrderNote = z.union([
  z.object({ code: z.enum(['order-of-several-legs', 'order-without-price']) }),
  z.object({ code: z.enum(['what-remains', 'whole-order']), formula: ValueNote }),
  ValueNote,
])
export type OrderNote = z.infer<typeof OrderNote>
