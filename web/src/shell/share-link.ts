// A link that carries a text in its fragment. Browsers do not send fragments, so no server sees the text.

const PREFIX = '#text='

export async function fragmentOf(text: string): Promise<string> {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'))
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer())
  return PREFIX + base64Url(bytes)
}

/** Undefined if the fragment carries no text, or a broken one. */
export async function textOfFragment(fragment: string): Promise<string | undefined> {
  if (!fragment.startsWith(PREFIX)) return undefined
  try {
    const binary = atob(fragment.slice(PREFIX.length).replaceAll('-', '+').replaceAll('_', '/'))
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0))
    const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
    return await new Response(unpacked).text()
  } catch {
    return undefined
  }
}

const CHUNK_BYTES = 8192

function base64Url(bytes: Uint8Array): string {
  let binary = ''
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    binary += String.fromCharCode(...bytes.subarray(at, at + CHUNK_BYTES))
  }
  return btoa(binary)
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/={1,2}$/, '')
}
