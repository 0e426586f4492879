import { isBuilt } from '../../scripts/build.mjs'

const isFresh = isBuilt()

/**
 * A program or thread of the main process: from the build if that is up to date, as `npm test` makes it, because it starts in less
 * than half the time; otherwise from its source, so that a single test file needs no build.
 */
export const builtFile = (name: string, source: URL): URL =>
  isFresh ? new URL(`../../out/main/${name}.js`, import.meta.url) : source
