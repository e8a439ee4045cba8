// `equipoise serve`: runs the service from its package in this process.
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const SERVER = '@equipoise/server'

interface ServeGiven {
  readonly cwd: string
  readonly port: string | undefined
}

/** Settings come from the environment and from `.env` in the folder, as with `npm start`. The service ends the process itself. */
export async function serve({ cwd, port }: ServeGiven): Promise<undefined> {
  const entry = serverEntry(cwd)
  if (entry === undefined) {
    throw new Error(
      `the service is a separate package, ${SERVER}, which is not installed here; in a clone of the repository, run npm start`,
    )
  }
  if (port !== undefined) process.env.PORT = port
  const file = join(cwd, '.env')
  if (existsSync(file)) process.loadEnvFile(file)
  await import(pathToFileURL(entry).href)
}

/** Looks beside this package, then in the project of the working directory. */
export function serverEntry(cwd: string): string | undefined {
  for (const from of [import.meta.url, pathToFileURL(join(cwd, 'package.json')).href]) {
    try {
      const entry = createRequire(from).resolve(`${SERVER}/main`)
      if (existsSync(entry)) return entry
    } catch {
      // Not there: try the next place.
    }
  }
  return undefined
}
