import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

// The name of a test file says which command runs it (scripts/test.mjs):
// - `npm test`: `unit` (x.test.ts, HTTP tests over a real PostgreSQL included), `slow` (x.slow.test.ts: several processes, every route)
//   and `e2e` (web/e2e/x.test.ts: a browser);
// - `npm run test:all`: `all` (x.all.test.ts) as well, and `alone`, which measures the service under attack with nothing beside it;
// - `npm run test:night`: `night` (x.night.test.ts), `cluster` (several nodes under load), `citus` (several database servers; needs
//   CITUS_BIN) and `image` (needs a container engine).
// Our own packages are tested from their sources, built or not.
// Without `module`, a condition for bundlers: what some packages offer under it cannot be loaded by Node.
const conditions = ['equipoise:source', 'node', 'development|production']
const fromSource = { resolve: { conditions }, ssr: { resolve: { conditions } } }

// What comes soon on an idle machine may take a minute on one with ten others at work: a deadline here only ends what hangs.
const PATIENT = { expect: { poll: { timeout: 120_000 } }, testTimeout: 600_000, hookTimeout: 600_000 }

const ALONE = ['server/test/hostile.slow.test.ts', 'server/test/worst-bodies.slow.test.ts']
const ONCE = ['server/test/global-database.ts', 'server/test/global-build.ts']
/** Tests of one database that also run over several: all that charges, refunds or buys. */
const DISTRIBUTED = [
  'server/src/routes/{account,billing,draws,engine,admin}/*.test.ts',
  'server/src/routes/models/{idempotency,charge-first,chat}.test.ts',
  'server/src/{billing,draws}/*.test.ts',
  'server/src/usage/reports.test.ts',
  'server/src/db/housekeeping.test.ts',
  'server/test/{contract,nodes}.test.ts',
  'server/test/{metering,allocations,failing-after-charge}.slow.test.ts',
]
const WAITING = { ...PATIENT, globalSetup: ONCE }

/**
 * Where several projects run together, the files that take long come first: at the end the workers share the hundreds of short ones, and
 * none of them waits for another. A worker keeps to one project as long as it can, because it loads the service once for each.
 */
const LONGEST_FIRST = ['e2e', 'all', 'slow', 'unit']

class ByProject extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const place = ({ project }: TestSpecification) => LONGEST_FIRST.indexOf(project.name)
    return sorted.sort((one, other) => place(one) - place(other))
  }
}

export default defineConfig({
  test: {
    // The tests wait for PostgreSQL, a browser or short deadlines a third of their time: one worker more than cores keeps the cores busy.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: ByProject },
    // Measured by `npm run test:all`, which fails below these floors: one to three points below what the unit tests reached.
    coverage: {
      provider: 'v8',
      reporter: ['text-summary', 'html'],
      reportOnFailure: true,
      include: ['{engine,score}/src/**/*.ts', 'server/src/{usage,billing,http}/**/*.ts'],
      exclude: ['**/*.test.ts'],
      thresholds: {
        'engine/src/**': { lines: 97, branches: 84 },
        'score/src/**': { lines: 97, branches: 88 },
        'server/src/billing/**': { lines: 96, branches: 86 },
        'server/src/http/**': { lines: 95, branches: 88 },
        'server/src/usage/**': { lines: 95, branches: 88 },
      },
    },
    projects: [
      {
        ...fromSource,
        test: {
          name: 'unit',
          ...PATIENT,
          isolate: false,
          include: [
            '{engine,score,audit,server,sdk,mcp,cli,web,simulated}/{src,test}/**/*.test.{ts,tsx}',
            '{bench,training,trials}/**/*.test.ts',
          ],
          exclude: ['**/*.{slow,all,night,image,cluster,citus}.test.ts', '**/node_modules/**', '**/dist/**'],
          globalSetup: ['server/test/global-database.ts'],
        },
      },
      {
        ...fromSource,
        test: {
          name: 'slow',
          isolate: false,
          include: ['{bench,engine,score,server,sdk,cli,web,training,trials}/**/*.slow.test.ts'],
          exclude: ['**/node_modules/**', '**/dist/**', ...ALONE],
          ...WAITING,
        },
      },
      ...(['all', 'night'] as const).map((name) => ({
        ...fromSource,
        test: {
          name,
          isolate: false,
          include: [
            `{bench,engine,score,audit,server,sdk,cli,training,trials}/**/*.${name}.test.ts`,
            `web/{src,e2e}/**/*.${name}.test.ts`,
          ],
          exclude: ['**/node_modules/**', '**/dist/**'],
          ...WAITING,
        },
      })),
      {
        ...fromSource,
        test: {
          name: 'alone',
          include: ALONE,
          ...WAITING,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
      {
        ...fromSource,
        test: {
          name: 'cluster',
          include: ['trials/**/*.cluster.test.ts'],
          ...WAITING,
          fileParallelism: false,
        },
      },
      {
        ...fromSource,
        test: {
          name: 'citus',
          include: ['trials/**/*.citus.test.ts', ...(process.env.CITUS_BIN ? DISTRIBUTED : [])],
          ...PATIENT,
          globalSetup: ['trials/global-citus.ts', 'server/test/global-build.ts'],
          fileParallelism: false,
        },
      },
      {
        ...fromSource,
        test: {
          name: 'image',
          include: ['server/test/**/*.image.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
      {
        ...fromSource,
        test: {
          name: 'e2e',
          ...PATIENT,
          // A worker loads the service once and starts one browser for all its files (see web/e2e/site.ts).
          isolate: false,
          include: ['web/e2e/**/*.test.ts'],
          exclude: ['**/*.{all,night}.test.ts'],
          globalSetup: ONCE,
        },
      },
    ],
  },
})
