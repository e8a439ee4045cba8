// The samples of the API reference, taken from the rendered page.

export interface Samples {
  /** As in the document: `GET /commitments/{id}`. */
  readonly route: string
  readonly code: Readonly<Record<string, string>>
}

function samplesIn(page: string): Samples[] {
  return page
    .split('<section ')
    .slice(1)
    .map((section) => {
      const [, method, path] = /class="path"><b[^>]*>(\w+)<\/b> <code>([^<]*)</.exec(section) ?? []
      const blocks = section.matchAll(/<pre data-language="(\w+)"[^>]*><code>([\s\S]*?)<\/code>/g)
      const code = Object.fromEntries([...blocks].map(([, language = '', text = '']) => [language, unescaped(text)]))
      return { route: `${method} ${path}`, code }
    })
}

function unescaped(html: string): string {
  return html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
}

/** The samples of all groups: the start page lists the pages. */
export async function samplesOf(app: { inject(url: string): Promise<{ body: string }> }): Promise<Samples[]> {
  const { body } = await app.inject('/docs')
  const pages = new Set([...body.matchAll(/href="(\/docs\/api\/[\w-]+)"/g)].map(([, page]) => page ?? ''))
  const read = await Promise.all([...pages].map(async (page) => samplesIn((await app.inject(page)).body)))
  return read.flat()
}
