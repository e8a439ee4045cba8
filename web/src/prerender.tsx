// Prerenders each screen as HTML, as it looks before any data. The build runs it, and the server sends the HTML with the page, so that
// people see the screen before its script has loaded.
import type { PropsWithChildren } from 'react'
import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router'
import { App } from './app.tsx'

export async function drawScreen(path: string): Promise<string> {
  const Router = ({ children }: PropsWithChildren) => <StaticRouter location={path}>{children}</StaticRouter>
  // In one piece: React would otherwise move large parts to the end, with an inline script that puts them in place.
  const wholeSize = Number.POSITIVE_INFINITY
  let failure: unknown
  const onError = (error: unknown) => {
    failure = error
  }
  const { prelude } = await prerender(<App Router={Router} />, { progressiveChunkSize: wholeSize, onError })
  if (failure) throw new Error(`${path} cannot be drawn without a browser`, { cause: failure })
  return await new Response(prelude).text()
}
