/** Whether the prices of a type of instrument are in percent of the face value. `null`: the type is not known. */
export const isQuotedInPercent = (type: string | null | undefined): boolean => type === 'BONDS'
