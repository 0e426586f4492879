/** The order of the positions that an address selects. */
export interface PositionsOrder {
  readonly key: string
  readonly isDescending: boolean
}

export const positionsPath = '#/positions'

/** The address of the positions in an order: `#/positions?sort=day&order=ascending`. */
export const positionsHash = ({ key, isDescending }: PositionsOrder): string =>
  `${positionsPath}?sort=${key}&order=${isDescending ? 'descending' : 'ascending'}`

/** The order in an address; `null` if it selects none. */
export function positionsOrderIn(hash: string): PositionsOrder | null {
  const [path, query = ''] = hash.split('?')
  const values = new URLSearchParams(query)
  const key = path === positionsPath ? values.get('sort') : null
  return key === null ? null : { key, isDescending: values.get('order') !== 'ascending' }
}
