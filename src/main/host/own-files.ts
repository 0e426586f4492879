import { join } from 'node:path'
import { makePrivate } from '../disk/private-file.ts'

/** What Tidemark itself keeps in a data directory, besides what Electron keeps there. */
const ownFiles = ['profiles', 'exports', 'logs', 'settings.json', 'window.json', 'open-profile.json', 'lock']

/** Makes files private that earlier versions, or SQLite, left readable for other users. The directory itself may be shared. */
export const makeOwnFilesPrivate = (dataDir: string): void => makePrivate(ownFiles.map((name) => join(dataDir, name)))
