import js from '@eslint/js'
import { defineConfig } from 'eslint/config'
import svelte from 'eslint-plugin-svelte'
import globals from 'globals'
import tseslint from 'typescript-eslint'

const outside = (subject) => `Only ${subject}: see .dependency-cruiser.cjs`
const timers = ['setTimeout', 'setInterval']
const unsafeOff = Object.fromEntries(
  ['argument', 'assignment', 'call', 'member-access', 'return'].map((what) => [
    `@typescript-eslint/no-unsafe-${what}`,
    'off',
  ]),
)

export default defineConfig(
  { ignores: ['out', 'dist', '.cache', 'scripts/electron/default-app', 'src/shared/messages'] },
  js.configs.recommended,
  tseslint.configs.strictTypeChecked,
  svelte.configs.recommended,
  {
    languageOptions: {
      globals: globals.node,
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname, extraFileExtensions: ['.svelte'] },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      // `return reply(…)` ends a function early.
      '@typescript-eslint/no-confusing-void-expression': 'off',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrorsIgnorePattern: '^_' },
      ],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/restrict-plus-operands': ['error', { allowNumberAndString: true }],
      // The interface of a method can require a promise although its body does not wait.
      '@typescript-eslint/require-await': 'off',
      // Functions that are passed on are closures without `this`; in the contract, `void` means that there are no parameters.
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/no-invalid-void-type': 'off',
      '@typescript-eslint/no-unsafe-enum-assignment': 'off', // there are no enums: erasableSyntaxOnly
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
    },
  },
  { files: ['**/*.ts', '**/*.svelte'], rules: { 'no-undef': 'off' } }, // the compiler checks this
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { globals: globals.browser, parserOptions: { parser: tseslint.parser } },
    // Svelte declares props with `let { … } = $props()`, and some of them are bound.
    rules: {
      'prefer-const': 'off',
      'svelte/prefer-const': ['error', { destructuring: 'all' }],
      // State that no component reads need not be reactive.
      'svelte/prefer-svelte-reactivity': 'off',
    },
  },
  // svelte-check checks the types of components. Rules that use types would update the whole program for each component, which
  // took seven minutes instead of two.
  { files: ['**/*.svelte'], ...tseslint.configs.disableTypeChecked },
  { files: ['src/**'], rules: { 'max-lines': ['error', { max: 300, skipBlankLines: false, skipComments: false }] } },
  {
    files: ['src/**'],
    ignores: ['src/main/broker/**', 'src/renderer/lib/**'],
    rules: {
      'no-restricted-globals': [
        'error',
        { name: 'fetch', message: outside('broker/ sends requests to the service, and lib/ to the host') },
      ],
    },
  },
  {
    files: ['src/main/**'],
    ignores: ['src/main/time/clock.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: `CallExpression:matches([callee.name=/^(${timers.join('|')})$/], [callee.object.name='globalThis'][callee.property.name=/^(${timers.join('|')})$/])`,
          message: outside('clock.ts sets timers; use a Clock'),
        },
        {
          selector:
            "CallExpression[callee.object.name='Date'][callee.property.name='now'], NewExpression[callee.name='Date'][arguments.length=0]",
          message: outside('clock.ts reads the time; use a Clock'),
        },
        {
          selector: "ImportDeclaration[source.value='node:timers/promises']",
          message: outside('clock.ts sets timers; use a Clock'),
        },
      ],
    },
  },
  // Electron's callbacks receive windows that Electron constructs.
  {
    files: ['src/main/desktop/**'],
    rules: { '@typescript-eslint/no-unsafe-class-instance-assignment': 'off' },
  },
  {
    files: ['test/**', 'bench/**'],
    rules: {
      ...unsafeOff,
      '@typescript-eslint/no-unnecessary-condition': 'off',
      'no-console': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-empty-function': 'off',
      '@typescript-eslint/no-explicit-any': 'off',
      '@typescript-eslint/no-misused-spread': 'off',
      '@typescript-eslint/no-dynamic-delete': 'off',
      '@typescript-eslint/no-base-to-string': 'off',
    },
  },
  { files: ['scripts/**'], rules: { 'no-console': 'off' } },
  // The compiler checks plain JavaScript. Rules that use types find little in files without them.
  { files: ['**/*.{js,mjs,cjs}'], ...tseslint.configs.disableTypeChecked },
  { files: ['**/*.cjs'], languageOptions: { sourceType: 'commonjs' } },
)
