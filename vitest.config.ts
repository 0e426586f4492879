import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'node', environment: 'node', include: ['test/{main,shared,scripts}/**/*.test.ts'] } },
      {
        plugins: [svelte()],
        resolve: { conditions: ['browser'] },
        test: { name: 'renderer', environment: 'jsdom', include: ['test/renderer/**/*.test{,.svelte}.ts'] },
      },
    ],
  },
})
