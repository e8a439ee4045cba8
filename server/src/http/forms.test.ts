import { afterAll, beforeAll, expect, test } from 'vitest'
import { openGatedApp } from '../../test/gated-app.ts'
import { type App, acceptForms, FORM_TYPE } from './http.ts'

let app: App
beforeAll(async () => {
  ;({ app } = await openGatedApp(async () => undefined))
  app.register(async (scope: App) => {
    acceptForms(scope)
    scope.post('/form', { config: { access: 'public' } }, async ({ body }) => ({ got: body }))
  })
})
afterAll(() => app.close())

test.each([
  'a=1+%2B+1&b=50%25&c=%E2%82%AC+caf%C3%A9',
  'a&b=&=c&&a=d',
  'a=b=c&d%3D=e',
  'a=100%&b=%zz+x&c=%ff&d=%F0%9F%8E',
  'name+with+spaces=é+😀&__proto__=x',
])('a form is read as browsers write it: %s', async (payload) => {
  const headers = { 'content-type': FORM_TYPE }
  const { got } = (await app.inject({ method: 'POST', url: '/form', headers, payload })).json()
  expect(got).toEqual(JSON.parse(JSON.stringify(Object.fromEntries(new URLSearchParams(payload)))))
})
