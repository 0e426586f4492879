// The import rules of docs/architecture.md. Each rule names what is forbidden.
const electron = '(^electron$|node_modules/electron/)'
// Schemas are in contract/ and model/. The rest of shared does not import zod at run time, so that windows do not contain it.
// What a request is, beside its schemas, windows know too.
const traits = 'contract/(read|request)-traits'
const schemas = `^src/shared/(?!${traits})(contract|model)/`
const zodFree = `^src/shared/(${traits}|(?!(contract|model)/))`
// Broker and cache have their own threads. Rows go from one to the other through the main thread, as bytes. Both import only
// this folder for that, and not each other.
const threads = '^src/main/threads/'
// Writing of files: imports only shared; every folder that stores files may import it.
const disk = '^src/main/disk/'
// The folders of main whose results and errors are codes. Others still write texts themselves.
const withoutTexts = '^src/main/(insight/|sqlite/|disk/|cache/(?!threads/))'
const at = (name) => `node_modules/${name}/`

// The tiers of the renderer, each with the tiers that it may import. App.svelte and main.ts are above all of them.
const tierFolders = {
  lib: 'lib',
  navigation: 'navigation',
  ui: 'ui',
  parts: 'chart|search',
  screens:
    'alerts|connect|day|erasure|glance|health|income|instrument|lock|margin|orders|overview|performance|positions|reconciliation|reports|settings|transactions|watchlist',
  shell: 'shell',
}
const tierPath = (tier) => `^src/renderer/(${tierFolders[tier]})/`
const tiers = Object.keys(tierFolders).map((tier, index, all) => [tier, all.slice(0, index)])

/** Only `allowed` may import `to`. */
const only = (name, to, allowed) => ({
  name,
  severity: 'error',
  from: { path: '^src', pathNot: allowed },
  to: { path: to },
})

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-folder-cycles', scope: 'folder', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'every-renderer-folder-has-a-tier',
      severity: 'error',
      from: { path: '^src/renderer/[^/]+/', pathNot: Object.keys(tierFolders).map(tierPath) },
      to: { path: '^src/' },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      from: { orphan: true, path: '^src', pathNot: '\\.d\\.ts$' },
      to: {},
    },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },

    // Layers.
    {
      name: 'shared-is-pure',
      comment: 'shared imports itself, zod and big.js',
      severity: 'error',
      from: { path: '^src/shared' },
      to: { pathNot: ['^src/shared', at('zod'), at('big\\.js'), at('@types/big\\.js')] },
    },
    {
      name: 'preload-imports-only-electron-and-shared',
      comment: 'preload imports electron, and types of shared',
      severity: 'error',
      from: { path: '^src/preload' },
      to: { pathNot: [electron, '^src/shared'] },
    },
    {
      name: 'preload-takes-only-types-of-shared',
      severity: 'error',
      from: { path: '^src/preload' },
      to: { path: '^src/shared', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'renderer-does-not-import-main',
      severity: 'error',
      from: { path: '^src/renderer' },
      to: { path: ['^src/(main|preload)', electron, at('better-sqlite3'), at('keytar'), at('undici')] },
    },
    {
      name: 'renderer-does-not-import-node',
      severity: 'error',
      from: { path: '^src/renderer' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'renderer-does-not-contain-zod',
      comment: 'of schemas a window takes the types only',
      severity: 'error',
      from: { path: '^src/renderer' },
      to: { path: [schemas, at('zod')], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'shared-root-does-not-import-zod',
      severity: 'error',
      from: { path: zodFree },
      to: { path: [schemas, at('zod')], dependencyTypesNot: ['type-only'] },
    },
    ...tiers.flatMap(([tier, lower]) => ({
      name: `renderer-tier-${tier}`,
      comment: `${tier} imports ${[tier, ...lower].join(', ')} and shared`,
      severity: 'error',
      from: { path: tierPath(tier) },
      to: { path: '^src/renderer/', pathNot: [tier, ...lower].map(tierPath) },
    })),
    {
      name: 'screens-are-independent',
      comment: 'what two screens share lies in a tier below them',
      severity: 'error',
      from: { path: tierPath('screens') },
      to: { path: tierPath('screens'), pathNot: '^src/renderer/$1/' },
    },
    {
      name: 'main-does-not-import-the-renderer',
      severity: 'error',
      from: { path: '^src/main' },
      to: { path: '^src/(renderer|preload)' },
    },

    {
      name: 'text-only-where-it-is-shown',
      comment: 'these folders name a code with its values, which a presenter of shared/text words where it is shown',
      severity: 'error',
      from: { path: withoutTexts },
      to: { path: '^src/shared/messages/' },
    },

    // Independent folders: each imports only shared, the clock and itself.
    {
      name: 'independent-folders',
      severity: 'error',
      from: { path: '^src/main/(broker|secrets|demo|sqlite|threads)/' },
      to: { path: '^src/main/', pathNot: ['^src/main/$1/', threads, disk, '^src/main/time/'] },
    },
    {
      name: 'cache-and-journal-are-independent',
      comment:
        'the cache stores each transaction under the kind that the rules of insight find, and reads events as they are meant',
      severity: 'error',
      from: { path: '^src/main/(cache|journal)/' },
      to: {
        path: '^src/main/',
        pathNot: [
          '^src/main/$1/',
          '^src/main/sqlite/',
          threads,
          disk,
          '^src/main/time/',
          '^src/main/insight/(kinds|events)/',
        ],
      },
    },
    {
      name: 'disk-imports-only-shared',
      severity: 'error',
      from: { path: disk },
      to: { path: '^src/main/', pathNot: disk },
    },
    {
      name: 'orders-use-service-and-data',
      comment: 'orders know broker, cache and journal; no job, no window, no host',
      severity: 'error',
      from: { path: '^src/main/orders/' },
      to: {
        path: '^src/main/',
        pathNot: ['^src/main/(orders|broker|cache|journal|insight)/', '^src/main/time/'],
      },
    },
    {
      name: 'the-command-line-only-reads',
      comment: 'what could reach the service or the keychain is no part of it',
      severity: 'error',
      from: { path: '^src/main/(cli|profile/reading)/' },
      to: { path: '^src/main/(broker|secrets|orders|sync/(?!interest/)|desktop|web|demo)/' },
    },
    {
      name: 'insight-is-arithmetic',
      comment: 'pure functions over the models: no I/O, no time',
      severity: 'error',
      from: { path: '^src/main/insight/' },
      to: { pathNot: ['^src/main/insight/', '^src/shared', at('big\\.js'), at('@types/big\\.js')] },
    },
    {
      name: 'nobody-imports-a-host',
      severity: 'error',
      from: { pathNot: '^src/main/(entry|index|web|doctor-host)\\.ts$' },
      to: { path: '^src/main/(index|web|monitor)\\.ts$', dependencyTypesNot: ['type-only'] },
    },

    {
      name: 'a-thread-is-started-not-imported',
      comment: 'a file `.thread.ts` is the entry of a worker thread: it runs when it is loaded',
      severity: 'error',
      from: {},
      to: { path: '\\.thread\\.ts$', dependencyTypesNot: ['type-only'] },
    },

    // Each package is imported in one place.
    only('electron-only-in-hosts', electron, ['^src/main/(desktop/|entry\\.ts$|index\\.ts$)', '^src/preload']),
    only('sqlite-only-in-its-folders', at('better-sqlite3'), '^src/main/(sqlite|cache|journal)/'),
    only('keytar-only-in-secrets', at('(keytar|@github/keytar)'), '^src/main/secrets/'),
    only('postgresql-only-in-mirror', at('(pg|pg-copy-streams)'), '^src/main/mirror/'),
    only('undici-only-in-broker', at('undici'), '^src/main/broker/'),
    only('listeners-only-in-web-and-demo', '^(node:)?(http|https|http2|net)$', '^src/main/(web|demo)/'),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['svelte', 'import', 'require', 'default'] },
  },
}
