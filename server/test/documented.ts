// Holds every answer that a test gets against openapi.json: clients are made from it, and nothing else may come.
import { readFileSync } from 'node:fs'
import type { App } from '../src/http/http.ts'

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { responses: object }>>>>
}

const { paths } = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8')) as Document

/** Answers with the statuses that came and are not in the document; what is not in there at all does not count. */
export function watchAnswers(app: App): () => string[] {
  const surprises = new Set<string>()
  app.addHook('onResponse', async ({ method, routeOptions: { url = '' } }, { statusCode }) => {
    const verb = method === 'HEAD' ? 'get' : method.toLowerCase()
    const operation = paths[url.replace(/:(\w+)/g, '{$1}')]?.[verb]
    if (operation && !(statusCode in operation.responses)) surprises.add(`${method} ${url} answered ${statusCode}`)
  })
  return () => [...surprises]
}
