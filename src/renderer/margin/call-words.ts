import { absolute, sign } from '../../shared/decimal.ts'
import type { MarginCall } from '../../shared/model/margin.ts'
import type { Format } from '../../shared/text/format.ts'

/** What a move of prices does to the margin, as a title and a figure. */
export interface CallWords {
  readonly title: string
  readonly figure: string
  readonly tone: 'plain' | 'near' | 'below'
}

/** A smaller move than this leads to a call soon. */
const nearPercent = 20

/** The uniform move that leads to a call, in words; percentages are not hidden in privacy mode. */
export function callWords({ state, percent }: MarginCall, format: Format): CallWords {
  const size = percent === null ? '' : format.percent(absolute(percent), 2)
  const way = percent !== null && sign(percent) > 0 ? 'rise' : 'fall'
  switch (state) {
    case 'call': {
      const isNear = percent !== null && Math.abs(Number(percent)) < nearPercent
      return { title: `Uniform ${way} to a margin call`, figure: size, tone: isNear ? 'near' : 'plain' }
    }
    case 'below':
      return {
        title: 'Equity is below the requirement',
        figure: percent === null ? 'No move of prices cures it' : `A ${way} of ${size} cures it`,
        tone: 'below',
      }
    case 'none':
      return { title: 'Uniform move to a margin call', figure: 'No move leads to a call', tone: 'plain' }
  }
}
