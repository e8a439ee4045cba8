// The API reference for people: one page made from the OpenAPI document, without script and without a foreign host.
import type { App } from './app.ts'
import { addPrebuilt } from './prebuilt.ts'
import { type Reference, type ReferenceParts, renderReference } from './reference-page.ts'
import { REFERENCE_STYLE } from './reference-style.ts'

const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

export function addReferencePage(app: App, parts: ReferenceParts): void {
  addPrebuilt(app, '/docs', {
    type: 'text/html; charset=utf-8',
    headers: { 'content-security-policy': POLICY },
    build: () => renderReference(resolved(app.swagger()) as Reference, parts),
  })
  addPrebuilt(app, '/docs/style.css', { type: 'text/css; charset=utf-8', build: () => REFERENCE_STYLE })
}

/** The document with every reference replaced by what it refers to, which is what the page shows. */
function resolved(document: object): unknown {
  const resolve = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(resolve)
    if (typeof node !== 'object' || node === null) return node
    const { $ref, ...rest } = node as { $ref?: string }
    const target = $ref
      ?.split('/')
      .slice(1)
      .reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], document)
    const whole = $ref === undefined ? node : { ...(target as object), ...rest }
    return Object.fromEntries(Object.entries(whole).map(([key, value]) => [key, resolve(value)]))
  }
  return resolve(document)
}
