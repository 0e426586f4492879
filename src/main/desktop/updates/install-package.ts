import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A downloaded deb or rpm, with the signed description of its release. */
export interface SignedPackage {
  readonly path: string
  readonly manifest: Uint8Array
  /** Of the manifest, in base64. */
  readonly signature: string
}

/**
 * Installs a package as root; the system asks for a password. `script` is `resources/installers/install-update` of the installed
 * app, which only root can change: it checks copies of its own. Throws when the user refuses, or when nothing was installed.
 */
export async function installPackage({ path, manifest, signature }: SignedPackage, script: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-update-'))
  try {
    const [manifestPath, signaturePath] = [join(folder, 'release.json'), join(folder, 'release.json.sig')]
    await writeFile(manifestPath, manifest)
    await writeFile(signaturePath, signature)
    const command = ['/bin/sh', script, path, manifestPath, signaturePath]
    const isRoot = process.getuid?.() === 0
    const [program = '', ...args] = isRoot ? command : ['pkexec', '--disable-internal-agent', ...command]
    const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'] })
    const [code] = (await once(child, 'exit')) as [number | null]
    if (code !== 0) throw new Error(`The installer of the update ended with ${code}`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
