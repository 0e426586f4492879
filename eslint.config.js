import js from '@eslint/js'
import svelte from 'eslint-plugin-svelte'
import { defineConfig } from 'eslint/config'
import globals from 'globals'
import tseslint from 'typescript-eslint'

const components = ['**/*.svelte', '**/*.svelte.ts']

// A spread of a literal switches off the check of excess properties: see `plain-literals` in scripts/checks/lint-rules.mjs.
const literalSpreads = [
  'ObjectExpression > SpreadElement > ObjectExpression',
  'ArrayExpression > SpreadElement > ArrayExpression',
  'ArrayExpression > SpreadElement > TSAsExpression > ArrayExpression',
  'SvelteSpreadAttribute > ObjectExpression',
]

// Only components: .oxlintrc.json has the same rules for all other files, and takes a tenth of the time.
export default defineConfig(
  {
    ignores: [
      'out',
      'dist',
      '.cache',
      '.svelte-check',
      'scripts/electron/default-app',
      'src/shared/messages',
      '**/*.{js,mjs,cjs}',
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: components,
    extends: [js.configs.recommended, tseslint.configs.strict, svelte.configs.recommended],
    languageOptions: {
      globals: { ...globals.node, ...globals.browser },
      parserOptions: { parser: tseslint.parser, extraFileExtensions: ['.svelte'] },
    },
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
      'no-undef': 'off', // the compiler checks this
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrorsIgnorePattern: '^_' },
      ],
      // In the contract, `void` means that there are no parameters.
      '@typescript-eslint/no-invalid-void-type': 'off',
      // Svelte declares props with `let { … } = $props()`, and some of them are bound.
      'prefer-const': 'off',
      'svelte/prefer-const': ['error', { destructuring: 'all' }],
      // State that no component reads need not be reactive.
      'svelte/prefer-svelte-reactivity': 'off',
    },
  },
  {
    files: ['test/**'],
    rules: {
      'no-console': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-explicit-any': 'off',
      '@typescript-eslint/no-dynamic-delete': 'off',
    },
  },
  {
    files: ['src/**'],
    rules: {
      'max-lines': ['error', { max: 300, skipBlankLines: false, skipComments: false }],
      'no-restricted-imports': [
        'error',
        { patterns: [{ group: ['../../../**'], message: 'Use #renderer/ or #shared/ (package.json, imports)' }] },
      ],
      'no-restricted-syntax': ['error', ...literalSpreads],
    },
  },
  {
    files: ['src/**'],
    ignores: ['src/renderer/lib/**'],
    rules: {
      'no-restricted-globals': [
        'error',
        { name: 'fetch', message: 'Only lib/ sends requests to the host: see .dependency-cruiser.cjs' },
      ],
    },
  },
)
