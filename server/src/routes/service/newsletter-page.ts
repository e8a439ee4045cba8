// The links in newsletter emails open in a browser: people get a page, programs get JSON.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiError } from '../../ground/errors.ts'
import type { FormattedError } from '../../http/http.ts'

interface Words {
  readonly title: string
  readonly text: string
}

const SHOWN: Record<'confirmed' | 'unsubscribed', Words> = {
  confirmed: {
    title: 'You are subscribed',
    text: 'You will get our newsletter at most once a month. Every issue has a link to unsubscribe.',
  },
  unsubscribed: { title: 'You are unsubscribed', text: 'You will no longer get our newsletter.' },
}
/** The pages that the links open; opening one changes nothing. */
const ASKED: Record<'confirm' | 'unsubscribe', Words & { readonly button: string }> = {
  confirm: {
    title: 'Confirm your subscription',
    text: 'You will get our newsletter at most once a month.',
    button: 'Confirm',
  },
  unsubscribe: {
    title: 'Unsubscribe from the newsletter',
    text: 'You will no longer get our newsletter.',
    button: 'Unsubscribe',
  },
}
const INVALID_LINK: Words = {
  title: 'This link does not work',
  text: 'It has expired, or part of it is missing. Open the full link from the email, or subscribe again to get a new one.',
}
const TRY_LATER: Words = {
  title: 'Please try again later',
  text: 'This is not possible right now. Open the link from the email again in a few minutes.',
}
const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
  // The page's address contains the token, which other sites must not see.
  'referrer-policy': 'no-referrer',
  vary: 'accept',
}

type Status = keyof typeof SHOWN

/** The page of a link, with the one button that acts. */
export function askOnPage(reply: FastifyReply, what: keyof typeof ASKED): FastifyReply {
  const { button, ...words } = ASKED[what]
  return reply.headers(PAGE_HEADERS).send(pageOf(words, `<form method="post"><button>${button}</button></form>`))
}

/** The response to the button if the link was valid. */
export function shown<S extends Status>(request: FastifyRequest, reply: FastifyReply, status: S): { status: S } {
  if (!wantsPage(request)) return { status }
  reply.headers(PAGE_HEADERS).send(pageOf(SHOWN[status]))
  // Fastify requires the reply to be returned.
  return reply as never
}

/** For the route's `formatError`: the page if the link was invalid. */
export function shownError({ kind }: ApiError, request: FastifyRequest): FormattedError | undefined {
  if (request.method !== 'GET' && !wantsPage(request)) return undefined
  const isTheLink = kind === 'not_found' || kind === 'invalid'
  return { body: pageOf(isTheLink ? INVALID_LINK : TRY_LATER), headers: PAGE_HEADERS }
}

/** Browsers name HTML in `Accept`; `*`, or a list that also names JSON, comes from programs. */
function wantsPage({ headers: { accept = '' } }: FastifyRequest): boolean {
  return accept.includes('text/html') && !accept.includes('application/json')
}

function pageOf({ title, text }: Words, form = '<p><a href="/">Go to the home page</a></p>'): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>
:root { color-scheme: light dark }
body { font: 1.125rem/1.5 system-ui, sans-serif; max-width: 36rem; margin: 15vh auto; padding: 0 1.5rem }
h1 { font-size: 1.75rem; line-height: 1.25 }
button { font: inherit; font-weight: 600; padding: 0.6rem 1.5rem; border: 0; border-radius: 0.5rem; background: #0c6f63; color: #fff; cursor: pointer }
button:focus-visible { outline: 3px solid CanvasText; outline-offset: 3px }
</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${text}</p>
${form}
</main>
</body>
</html>
`
}
