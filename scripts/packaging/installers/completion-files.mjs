// Installs the shell completion of `tidemark` where Linux packages put it.
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { node } from '../../child.mjs'

/** Debian's zsh reads another folder than other systems. */
const places = {
  deb: { zsh: '/usr/share/zsh/vendor-completions/_tidemark' },
  rpm: { zsh: '/usr/share/zsh/site-functions/_tidemark' },
}
const common = {
  bash: '/usr/share/bash-completion/completions/tidemark',
  fish: '/usr/share/fish/vendor_completions.d/tidemark.fish',
}

/**
 * Writes the scripts, and returns the arguments that add them to a deb or rpm.
 * @param {string} cli the built command line
 * @param {string} folder where the scripts are written
 * @returns {{ deb: string[], rpm: string[] }}
 */
export function writeCompletionFiles(cli, folder) {
  const written = ['bash', 'zsh', 'fish'].map((shell) => {
    const path = join(folder, `completion.${shell}`)
    writeFileSync(path, execFileSync(node, [cli, 'completion', shell]))
    return /** @type {const} */ ([shell, path])
  })
  /** @param {'deb' | 'rpm'} system */
  const argsFor = (system) => {
    /** @type {Record<string, string>} */
    const all = { ...common, ...places[system] }
    return written.map(([shell, path]) => `${path}=${all[shell]}`)
  }
  return { deb: argsFor('deb'), rpm: argsFor('rpm') }
}
