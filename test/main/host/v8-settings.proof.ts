import { expect, test } from 'vitest'
import { runModule, source } from './run-module.ts'

test('windows that open and close while threads collect garbage do not end the process', { timeout: 60_000 }, () => {
  // With a flag of the collector among those that change, the process crashed within 3 to 6 s of this work.
  const work = `
    const kept = []
    function work(ms) {
      for (const end = Date.now() + ms; Date.now() < end; ) {
        const make = new Function('const made = []; for (let i = 0; i < 2000; i++) made.push({ i, text: String(i * ' + Math.random() + ') }); return made')
        for (let run = 0; run < 30; run++) make()
        kept.push(make)
        if (kept.length > 400) kept.splice(0, 200)
      }
    }
  `
  const printed = runModule(`
    import { Worker } from 'node:worker_threads'
    const { keepHeapSmall, keepWebAssembly, preferMemory } = await import(${JSON.stringify(source('host/v8-settings.ts'))})
    keepHeapSmall({ isTray: true })
    keepWebAssembly()
    ${work}
    const code = ${JSON.stringify(`${work} setInterval(() => work(50), 60)`)}
    const threads = [1, 2, 3].map(() => new Worker(code, { eval: true }))
    const end = Date.now() + 9_000
    for (let isHidden = true; Date.now() < end; isHidden = !isHidden) {
      preferMemory(isHidden)
      work(5)
      await new Promise((resolve) => setTimeout(resolve))
    }
    await Promise.all(threads.map((thread) => thread.terminate()))
    console.log('continues')
  `)
  expect(printed).toBe('continues\n')
})
