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
    build: () => renderReference(app.swagger() as Reference, parts),
  })
  addPrebuilt(app, '/docs/style.css', { type: 'text/css; charset=utf-8', build: () => REFERENCE_STYLE })
}
