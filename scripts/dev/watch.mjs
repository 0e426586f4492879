// Builds the main process and the preload script, and the messages, whenever one of their files changes.
import { watch } from 'node:fs'
import { join } from 'node:path'
import { resolveConfig } from 'electron-vite'
import { build } from 'vite'
import { compileMessages, compileSingleMessages } from '../messages/compile.mjs'

/** An editor writes a file in several steps. */
const settleMs = 100

/**
 * Builds as `npm run build` does, and again after each change.
 * @param {() => void} onBuilt called after each build without errors
 */
export async function watchMain(onBuilt) {
  const { config } = await resolveConfig({ logLevel: 'warn' }, 'build', 'production')
  for (const part of [config?.preload, config?.main]) {
    if (part === undefined) throw new Error('electron.vite.config.ts has no main or preload')
    const watcher = await build({ ...part, build: { ...part.build, watch: {} } })
    if (!('on' in watcher)) throw new Error('The build does not watch')
    let isFirst = true
    await new Promise((resolve) => {
      watcher.on('event', (event) => {
        if (event.code === 'BUNDLE_END') {
          void event.result.close()
          console.log(
            `Built ${part === config?.main ? 'the main process' : 'the preload script'} in ${String(event.duration)} ms`,
          )
          // The first build of the preload script is before that of the main process.
          if (part === config?.main || !isFirst) onBuilt()
          isFirst = false
          resolve(undefined)
        } else if (event.code === 'ERROR') console.error(event.error.message)
      })
    })
  }
}

/**
 * Compiles the messages after each change; the windows and the build of the main process follow.
 * @param {string} root
 */
export function watchMessages(root) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer
  watch(join(root, 'messages'), { recursive: true }, () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      compileMessages()
        .then(compileSingleMessages)
        .catch((/** @type {unknown} */ error) => console.error(error))
    }, settleMs)
  })
}
