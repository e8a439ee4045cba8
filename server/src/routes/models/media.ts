// Images and files inside a request: which kinds, how large, and whether the content matches the stated type.
import { z } from 'zod'
import { isPrivateHost } from '../../ground/network.ts'

export const IMAGES_MAX = 20
const MEDIA_MB_MAX = 5
const MEDIA_BYTES_MAX = MEDIA_MB_MAX * 1_048_576
const URL_CHARS_MAX = 4_096
export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const
const FILE_TYPES: readonly string[] = ['application/pdf']
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/
const DATA_URL = /^data:([\w.+/-]+);base64,/

/** Returns undefined for valid base64 within the limit. */
function base64Error(data: string): string | undefined {
  if (data === '' || data.length % 4 !== 0 || !BASE64.test(data)) return 'Input should be valid base64'
  return (data.length / 4) * 3 > MEDIA_BYTES_MAX + 2 ? `Input should be at most ${MEDIA_MB_MAX} MiB` : undefined
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
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) return 'Input should be an http, https or data URL'
  if (url.length > URL_CHARS_MAX) return `URL should have at most ${URL_CHARS_MAX} characters`
  return isPrivateHost(new URL(url).hostname) ? 'URL should be on the public internet, or send a data URL' : undefined
})
export const fileData = checked((url) => dataUrlError(url, FILE_TYPES))
export const base64 = checked(base64Error)
