/** Call between parts of long work: lets waiting work of this thread run first. */
export const letOthersRun = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
