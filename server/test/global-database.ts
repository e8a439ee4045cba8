// Starts one PostgreSQL for a whole test run, with a migrated template that each test file copies (see database.ts).

import { rm } from 'node:fs/promises'
import type { TestProject } from 'vitest/node'
import { connect } from '../src/db/connect.ts'
import { type EmbeddedServer, startEmbedded } from '../src/db/embedded/embedded.ts'
import { migrate } from '../src/db/migrate.ts'
import { databaseUrl, makeTestDataDir, QUICK_SETTINGS, TEMPLATE } from './database.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The first is the one to connect to; a database is on all of them. */
    databaseServerUrls: string[]
  }
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const { dataDir, elsewhereDir } = await makeTestDataDir()
  const server = await startEmbedded({ dataDir, elsewhereDir, log: () => {}, settings: QUICK_SETTINGS })
  const tearDown = async (): Promise<void> => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    await makeTemplate(server)
  } catch (error) {
    await tearDown()
    throw error
  }
  project.provide('databaseServerUrls', [server.url])
  return tearDown
}

async function makeTemplate(server: EmbeddedServer): Promise<void> {
  const admin = connect({ url: server.url, poolMax: 1, statementTimeoutMs: 0 })
  await admin`create database ${admin(TEMPLATE)}`
  const template = connect({ url: databaseUrl(server.url, TEMPLATE), poolMax: 1, statementTimeoutMs: 0 })
  await migrate(template).finally(() => template.end())
  await admin.end()
}
