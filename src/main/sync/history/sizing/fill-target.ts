/** The number of remembered forecasts. */
const memory = 40
/** Assumed ratios of rows received to rows forecast, before the first response. */
const prior = [0.8, 0.9, 1, 1, 1.1, 1.2]
const minShare = 0.15
const maxShare = 0.95
/** The ratio of a forecast of fewer rows is mostly random. */
const minRows = 5
/** A truncated response does not show the number of all rows: this ratio is assumed. */
const truncatedRatio = 1.3

/**
 * Decides how full responses should be. An interval that is too short causes more requests, and one that is too long a
 * truncated response. The target is calculated from the errors of the last forecasts, whatever their cause: with even
 * activity responses may be almost full, with bursts much less.
 */
export class FillTarget {
  #ratios: number[] = [...prior]
  #best: Target | null = null

  /** The share of a full response to aim at, from 0 to 1. */
  get share(): number {
    return this.#choose().share
  }

  /** The average share of a full response that this target would have given, from 0 to 1. */
  get gain(): number {
    return this.#choose().gain
  }

  /** Learns from a whole response. */
  note(rows: number, forecastRows: number): void {
    if (forecastRows >= minRows) this.#remember(rows / forecastRows)
  }

  /** Learns from a truncated response of `rows` rows. */
  noteTruncated(rows: number, forecastRows: number): void {
    if (forecastRows >= minRows) this.#remember(Math.max(truncatedRatio, (truncatedRatio * rows) / forecastRows))
  }

  #choose(): Target {
    return (this.#best ??= bestTarget(this.#ratios))
  }

  #remember(ratio: number): void {
    this.#ratios = [...this.#ratios, ratio].slice(-memory)
    this.#best = null
  }
}

interface Target {
  readonly share: number
  readonly gain: number
}

/** The share that would have given the most rows per request with the past ratios. */
function bestTarget(ratios: readonly number[]): Target {
  let best = { share: minShare, gain: 0 }
  for (const candidate of ratios) {
    const share = Math.min(maxShare, Math.max(minShare, 0.98 / candidate))
    const gain = ratios.reduce((sum, ratio) => sum + (share * ratio < 1 ? share * ratio : 0), 0) / ratios.length
    if (gain > best.gain) best = { share, gain }
  }
  return best
}
