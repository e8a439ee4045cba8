// Runs our own tests with clients from another folder (CLIENTS_DIR), for `npm run trial -- clients`.
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { CLIENTS } from './packages.ts'

const conditions = ['equipoise:source', 'node', 'development|production']
const from = join(process.env.CLIENTS_DIR ?? '', 'package.json')

export default defineConfig({
  plugins: [
    {
      // Resolves the clients as a program in that folder would.
      name: 'latest-clients',
      enforce: 'pre',
      resolveId(source) {
        const isClient = CLIENTS.some(({ name }) => source === name || source.startsWith(`${name}/`))
        return isClient ? this.resolve(source, from, { skipSelf: true }) : undefined
      },
    },
  ],
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: [
      'server/test/{clients,ai-sdk-turns}.{all.,slow.,}test.ts',
      'server/src/routes/models/{agents,completions,wire}.test.ts',
      'trials/clients/*.test.mjs',
    ],
    globalSetup: ['server/test/global-database.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: 1,
  },
})
