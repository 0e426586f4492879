/** Polls until the result satisfies a condition; fails with the last result. Needed for changes in another process. */
export async function until<T>(
  read: () => Promise<T> | T,
  satisfies: (result: T) => boolean,
  withinMs = 45_000,
  everyMs = 50,
): Promise<T> {
  const deadline = performance.now() + withinMs
  for (;;) {
    const result = await read()
    if (satisfies(result)) return result
    if (performance.now() > deadline)
      throw new Error(
        `The condition was not met within ${withinMs} ms; the last result: ${JSON.stringify(result)?.slice(0, 2000)}`,
      )
    await new Promise((resolve) => setTimeout(resolve, everyMs))
  }
}
