// The API reference for people: one page made from the OpenAPI document, without script and without a foreign host.
import type { App } from './app.ts'
import { type Reference, type ReferenceParts, renderReference } from './reference-page.ts'
import { REFERENCE_STYLE } from './reference-style.ts'

const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

export function addReferencePage(app: App, parts: ReferenceParts): void {
  const hidden = { config: { access: 'public' }, schema: { hide: true } } as const
  app.get('/docs', hidden, (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', POLICY)
      .send(renderReference(app.swagger() as Reference, parts)),
  )
  app.get('/docs/style.css', hidden, (_request, reply) => reply.type('text/css; charset=utf-8').send(REFERENCE_STYLE))
}
