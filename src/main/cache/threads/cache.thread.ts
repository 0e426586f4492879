// Reads of the cache that take longer than a frame, writes of the history, or checks of the file: one role in each thread.
import { workerData } from 'node:worker_threads'
import { m } from '#shared/messages/messages.js'
import { asPortable } from '../../sqlite/errors.ts'
import { holdKeyOf } from '../../sqlite/keys.ts'
import { expose } from '../../threads/expose.ts'
import { openChecker, openReader, openWriter, type CacheThreadData } from './work.ts'

const data = workerData as CacheThreadData
holdKeyOf(data.path, data.key)
const options = { failure: m.cache_the_cache_could_not_be_read, explain: asPortable }

switch (data.role) {
  case 'reader':
    expose(() => openReader(data.path), options)
    break
  case 'writer':
    expose(() => openWriter(data), options)
    break
  case 'checker':
    expose(() => openChecker(data.path), options)
}
