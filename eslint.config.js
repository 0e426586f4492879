import js from '@eslint/js'
import { defineConfig } from 'eslint/config'
import svelte from 'eslint-plugin-svelte'
import globals from 'globals'
import tseslint from 'typescript-eslint'

const outside = (subject) => `Only ${subject}: see .dependency-cruiser.cjs`
const timers = ['setTimeout', 'setInterval']

// Rules that need no types; those that need types are in .oxlintrc.json.
export default defineConfig(
  { ignores: ['out', 'dist', '.cache', 'scripts/electron/default-app', 'src/shared/messages'] },
  js.configs.recommended,
  tseslint.configs.strict,
  svelte.configs.recommended,
  {
    languageOptions: {
      globals: globals.node,
      parserOptions: { extraFileExtensions: ['.svelte'] },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrorsIgnorePattern: '^_' },
      ],
      // In the contract, `void` means that there are no parameters.
      '@typescript-eslint/no-invalid-void-type': 'off',
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
  {
    files: ['test/**', 'bench/**'],
    rules: {
      'no-console': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-empty-function': 'off',
      '@typescript-eslint/no-explicit-any': 'off',
      '@typescript-eslint/no-dynamic-delete': 'off',
    },
  },
  { files: ['scripts/**'], rules: { 'no-console': 'off' } },
  { files: ['**/*.cjs'], languageOptions: { sourceType: 'commonjs' } },
)
