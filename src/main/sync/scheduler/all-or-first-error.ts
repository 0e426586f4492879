/** Waits for all promises, then throws the first error, so that one failing account or symbol does not stop the others. */
export async function settleAll(promises: readonly Promise<unknown>[]): Promise<void> {
  const failure = (await Promise.allSettled(promises)).find((result) => result.status === 'rejected')
  if (failure !== undefined) throw failure.reason
}
