// A thread that waits for the writer with priority, and then reports whether that write had ended.
import { parentPort, workerData } from 'node:worker_threads'
import { goSecond, type WritePriority } from '../../../src/main/sqlite/write-priority.ts'

const { priority, seen } = workerData as { readonly priority: WritePriority; readonly seen: Int32Array }
Atomics.store(seen, 0, 1)
Atomics.notify(seen, 0)
goSecond(priority).wait()
parentPort?.postMessage(Atomics.load(seen, 1) === 1 ? 'the write had ended' : 'the write was under way')
