/** Forecasts that are remembered. */
const memory = 40
/** Of what came against what was forecast, before anything came. */
const prior = [0.8, 0.9, 1, 1, 1.1, 1.2]
const leastShare = 0.15
const mostShare = 0.95
/** A forecast of fewer rows says nothing of how good forecasts are. */
const leastRows = 5
/** A cut answer does not tell how much more there was. */
const beyondCut = 1.3

/**
 * How full to aim at answers: what is not asked for costs further requests, what is cut costs this one. Weighs that by how
 * far the last forecasts were off, whatever the reason: even rows allow almost all of an answer, bursts much less.
 */
export class FillTarget {
  #ratios: number[] = [...prior]
  #best: Best | null = null

  /** Of what one answer carries, from 0 to 1. */
  get share(): number {
    return this.#choose().share
  }

  /** What aiming so would have brought of it, on an average. */
  get gain(): number {
    return this.#choose().gain
  }

  #choose(): Best {
    return (this.#best ??= bestShare(this.#ratios))
  }

  /** Learns from an answer that was whole. */
  note(rows: number, forecastRows: number): void {
    if (forecastRows >= leastRows) this.#remember(rows / forecastRows)
  }

  /** Learns from an answer that held `rows` and would have held more. */
  noteCut(rows: number, forecastRows: number): void {
    if (forecastRows >= leastRows) this.#remember(Math.max(beyondCut, (beyondCut * rows) / forecastRows))
  }

  #remember(ratio: number): void {
    this.#ratios = [...this.#ratios, ratio].slice(-memory)
    this.#best = null
  }
}

interface Best {
  readonly share: number
  readonly gain: number
}

/** The share that would have brought the most rows a request, had it been aimed at each of these times. */
function bestShare(ratios: readonly number[]): Best {
  let best = { share: leastShare, gain: 0 }
  for (const ratio of ratios) {
    const share = Math.min(mostShare, Math.max(leastShare, 0.98 / ratio))
    const gain = ratios.reduce((sum, one) => sum + (share * one < 1 ? share * one : 0), 0) / ratios.length
    if (gain > best.gain) best = { share, gain }
  }
  return best
}
