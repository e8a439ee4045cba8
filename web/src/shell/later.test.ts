import { afterEach, expect, test, vi } from 'vitest'
import { loadAgain } from './later.ts'

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['is reached', async () => new Response(null), true],
  ['is down behind a proxy that answers', async () => new Response(null, { status: 502 }), false],
  ['does not answer', () => Promise.reject(new TypeError('Failed to fetch')), false],
])(
  'when the service %s, loading the page again is told from an error page of the browser',
  async (_, fetch, isLoaded) => {
    const reload = vi.fn()
    vi.stubGlobal('fetch', fetch)
    vi.stubGlobal('window', { location: { reload, pathname: '/app/text' } })
    expect(await loadAgain()).toBe(isLoaded)
    expect(reload).toHaveBeenCalledTimes(isLoaded ? 1 : 0)
  },
)

test('a person who has gone to another screen meanwhile is not interrupted', async () => {
  const location = { reload: vi.fn(), pathname: '/app/text' }
  vi.stubGlobal('window', { location })
  vi.stubGlobal('fetch', async () => {
    location.pathname = '/app/keys'
    return new Response(null)
  })
  expect(await loadAgain()).toBe(true)
  expect(location.reload).not.toHaveBeenCalled()
})
