/** Watches the memory of this process with its threads. `stop` returns its maximum growth in MB. */
export function watchMemory() {
  const before = process.memoryUsage.rss()
  let most = before
  const timer = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 20)
  return {
    stop(): number {
      clearInterval(timer)
      return (Math.max(most, process.memoryUsage.rss()) - before) / 1e6
    },
  }
}
