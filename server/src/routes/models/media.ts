// Images and files inside a request: which kinds, how large, and whether the content matches the stated type.
import { z } from 'zod'
import { isPrivateHost } from '../../ground/network.ts'

export const IMAGES_MAX = 20
const MEDIA_MB_MAX = 5
const MEDIA_BYTES_MAX = MEDIA_MB_MAX * 1_048_576
const URL_CHARS_MAX = 4_096
export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const
const FILE_TYPES: readonly string[] = ['application/pdf']
const DATA_URL = /^data:([\w.+/-]+);base64,/

/** Base64 within the limit; undefined if it is fine. Decoding is how it is checked in least time: what is no base64 is passed over. */
function base64Error(data: string): string | undefined {
  const bytes = (data.length / 4) * 3
  if (bytes > MEDIA_BYTES_MAX + 2) return `Input should be at most ${MEDIA_MB_MAX} MiB`
  const padding = data.endsWith('==') ? 2 : Number(data.endsWith('='))
  const isWhole = data.length % 4 === 0 && Buffer.from(data, 'base64').length === bytes - padding
  return data === '' || !isWhole || data.includes('-') || data.includes('_')
    ? 'Input should be valid base64'
    : undefined
}

function dataUrlError(url: string, types: readonly string[]): string | undefined {
  const [head, type] = DATA_URL.exec(url) ?? []
  if (head === undefined || type === undefined || !types.includes(type)) {
    return `Input should be a data URL in base64 of ${types.join(', ')}`
  }
  return base64Error(url.slice(head.length))
}

/** A check that returns its own error message. */
function checked(error: (text: string) => string | undefined) {
  return z.string().superRefine((text, context) => {
    const message = error(text)
    if (message !== undefined) context.addIssue({ code: 'custom', message })
  })
}

/** A web address, which the provider fetches and we do not, or the image itself. */
export const imageUrl = checked((url) => {
  if (url.startsWith('data:')) return dataUrlError(url, IMAGE_TYPES)
  // Programs disagree about which host an address with a backslash or a line break means.
  if (!/^https?:\/\/[^\\\t\r\n]+$/.test(url) || !URL.canParse(url)) return 'Input should be an http, https or data URL'
  if (url.length > URL_CHARS_MAX) return `URL should have at most ${URL_CHARS_MAX} characters`
  return isPrivateHost(new URL(url).hostname) ? 'URL should be on the public internet, or send a data URL' : undefined
})
export const fileData = checked((url) => dataUrlError(url, FILE_TYPES))
export const base64 = checked(base64Error)
