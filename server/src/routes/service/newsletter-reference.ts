import type { Operation } from '../../http/http.ts'

const tags = ['Newsletter'] as const

export const subscribe: Operation = {
  operationId: 'subscribeToNewsletter',
  access: 'anyone',
  sdk: ['subscribeNewsletter', 'body.email'],
  tags,
  summary: 'Subscribe to the newsletter',
  description:
    'Sends a link to the address. The subscription starts when somebody opens it and confirms. The response is the same if the address is already subscribed. There are limits for each email address and each network.',
  examples: { request: { email: 'ada@example.org' }, response: { status: 'subscribed' } },
}

export const confirm: Operation = {
  operationId: 'confirmNewsletter',
  access: 'anyone',
  sdk: ['confirmNewsletter', 'query.token'],
  sample: { token: 'Yp3mQ0c8sV1kR7tZ' },
  tags,
  summary: 'Confirm a subscription to the newsletter',
  description:
    'Confirms the subscription that the token belongs to. The link in the email that we send after `POST /newsletter/subscribe` opens a page at this address with one button, which sends this request. Opening the page changes nothing. A browser gets a page instead of JSON.',
  examples: { response: { status: 'confirmed' } },
}

export const unsubscribe: Operation = {
  operationId: 'unsubscribeFromNewsletter',
  access: 'anyone',
  sdk: ['unsubscribeNewsletter', 'query.token'],
  sample: { token: 'Yp3mQ0c8sV1kR7tZ' },
  tags,
  summary: 'Unsubscribe from the newsletter',
  description:
    'Ends the subscription that the token belongs to. The link in every newsletter email opens a page at this address with one button, which sends this request. Mail programs can send it too: newsletter emails have the headers of RFC 8058. A browser gets a page instead of JSON.',
  examples: { response: { status: 'unsubscribed' } },
}
