/** Asks again and again until the answer satisfies; fails with the last answer. For what another process does in its own time. */
export async function until<T>(
  ask: () => Promise<T> | T,
  satisfies: (answer: T) => boolean,
  withinMs = 20_000,
): Promise<T> {
  const deadline = performance.now() + withinMs
  for (;;) {
    const answer = await ask()
    if (satisfies(answer)) return answer
    if (performance.now() > deadline)
      throw new Error(`Not within ${withinMs} ms; the last answer: ${JSON.stringify(answer)?.slice(0, 2000)}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
