// A thread that comes to its turn, waits for it, and tells whether the write before it had ended.
import { parentPort, workerData } from 'node:worker_threads'
import { goSecond, type SharedTurn } from '../../../src/main/sqlite/write-turn.ts'

const { turn, seen } = workerData as { readonly turn: SharedTurn; readonly seen: Int32Array }
Atomics.store(seen, 0, 1)
Atomics.notify(seen, 0)
goSecond(turn).wait()
parentPort?.postMessage(Atomics.load(seen, 1) === 1 ? 'the write had ended' : 'the write was under way')
