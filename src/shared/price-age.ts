/**
 * A price older than this gives a past day no value. The limit covers an account that buys once a year, with some weeks to
 * spare; a price of several years ago says nothing about the value.
 */
export const maxPriceAgeDays = 400
