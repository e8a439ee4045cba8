// What a screen looks like before it knows anything, as HTML. The build draws it, and the server sends it with the page, so that
// people see the screen while its script is on the way.
import type { PropsWithChildren } from 'react'
import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router'
import { App } from './app.tsx'

export async function drawScreen(path: string): Promise<string> {
  const Router = ({ children }: PropsWithChildren) => <StaticRouter location={path}>{children}</StaticRouter>
  // In one piece: React would otherwise put large parts behind the rest, with a script that moves them.
  const wholeSize = Number.POSITIVE_INFINITY
  let failure: unknown
  const onError = (error: unknown) => {
    failure = error
  }
  const { prelude } = await prerender(<App Router={Router} />, { progressiveChunkSize: wholeSize, onError })
  if (failure) throw new Error(`${path} cannot be drawn without a browser`, { cause: failure })
  return await new Response(prelude).text()
}
