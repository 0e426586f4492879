// `npm run release -- key FILE`: makes the key pair of the releases. `npm run release -- sign FILE [FOLDER]`: signs the
// installers in FOLDER (dist). FILE is the private key: never store it in this repository or on a server.
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'
import { createReadStream, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const publicKeyFile = join(root, 'resources', 'update-key.pem')
const installers = /\.(AppImage|deb|rpm|exe|dmg|zip)$/

/**
 * Writes a new private key, readable by its owner only, and the public key for packages. Refuses to replace either.
 * @param {string} privateFile
 * @param {string} publicFile
 */
export function makeKey(privateFile, publicFile = publicKeyFile) {
  if (existsSync(publicFile)) throw new Error(`${publicFile} exists: installed apps accept only releases of its key`)
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  writeFileSync(privateFile, privateKey.export({ type: 'pkcs8', format: 'pem' }), { flag: 'wx', mode: 0o600 })
  writeFileSync(publicFile, publicKey.export({ type: 'spki', format: 'pem' }), { flag: 'wx' })
}

/**
 * Writes release.json, with the version and the hash of each installer in the folder, and its signature.
 * @param {{ privateFile: string, folder: string, version: string, publicFile?: string }} release
 * @returns {Promise<readonly string[]>} the names of the installers
 */
export async function signRelease({ privateFile, folder, version, publicFile = publicKeyFile }) {
  const privateKey = createPrivateKey(readFileSync(privateFile))
  const names = readdirSync(folder).filter((name) => installers.test(name))
  if (names.length === 0) throw new Error(`There are no installers in ${folder}`)
  /** @type {Record<string, string>} */
  const files = {}
  for (const name of names) files[name] = await hashOf(join(folder, name))
  const manifest = Buffer.from(`${JSON.stringify({ version, files }, null, 2)}\n`)
  const signature = sign(null, manifest, privateKey)
  if (!verify(null, manifest, createPublicKey(readFileSync(publicFile)), signature))
    throw new Error(`${privateFile} is not the private key of ${publicFile}`)
  writeFileSync(join(folder, 'release.json'), manifest)
  writeFileSync(join(folder, 'release.json.sig'), `${signature.toString('base64')}\n`)
  return names
}

/** @param {string} path */
async function hashOf(path) {
  const hash = createHash('sha512')
  await pipeline(createReadStream(path), hash)
  return hash.digest('base64')
}

if (import.meta.filename === process.argv[1]) {
  const [, , command, privateFile, folder = join(root, 'dist')] = process.argv
  try {
    if (privateFile === undefined || (command !== 'key' && command !== 'sign'))
      throw new Error('npm run release -- key FILE | sign FILE [FOLDER]')
    if (command === 'key') makeKey(privateFile)
    else {
      const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
      const names = await signRelease({ privateFile, folder, version })
      console.log(`Signed version ${version}: ${names.join(', ')}`)
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
  }
}
