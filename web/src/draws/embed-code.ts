import type { PublishedDraw } from '@equipoise/sdk'

const HEIGHT_PX = 500
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** The HTML that shows a published result on another website. */
export function embedCode({ url, title }: Pick<PublishedDraw, 'url' | 'title'>): string {
  const name = (title || 'Result of a draw').replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '')
  return `<iframe src="${url.replace('/app/results/', '/app/embed/')}" title="${name}" width="100%" height="${HEIGHT_PX}" style="border:0"></iframe>`
}
