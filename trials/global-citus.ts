// Starts three PostgreSQL servers with Citus for a whole test run, with a distributed template that each test file copies, so that tests
// written for one database also run on several.
import type { TestProject } from 'vitest/node'
import { TEMPLATE } from '../server/test/database.ts'
import { asked, hasCitus, makeDistributed, startCitus } from './citus-setup.ts'

export default async function setUp(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (!hasCitus()) return undefined
  const citus = await startCitus()
  try {
    await makeDistributed(citus.servers, TEMPLATE)
    // Citus has a process in every database, and a database can only be copied if nobody is connected to it.
    for (const { url } of citus.servers) {
      await asked(url, [
        `alter database ${TEMPLATE} allow_connections false`,
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${TEMPLATE}'`,
      ])
    }
  } catch (error) {
    await citus.close()
    throw error
  }
  project.provide(
    'databaseServerUrls',
    citus.servers.map(({ url }) => url),
  )
  return () => citus.close()
}
