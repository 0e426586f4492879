/** Between parts of long work: whatever waits on this thread runs first. */
export const letOthersRun = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
