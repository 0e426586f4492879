/** Waits for all, then throws the first failure: one bad account or symbol does not keep the others from being read. */
export async function settleAll(works: readonly Promise<unknown>[]): Promise<void> {
  const failed = (await Promise.allSettled(works)).find((result) => result.status === 'rejected')
  if (failed !== undefined) throw failed.reason
}
