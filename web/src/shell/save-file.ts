import { useBrand } from '../api.ts'

/** Downloads data as JSON under a name with the deployment and the content. */
export function useSaveFile(): (what: string, data: unknown) => void {
  const name = useBrand()?.name ?? ''
  return (what, data) => saveText(`${fileName(name, what)}.json`, JSON.stringify(data, null, 2), 'application/json')
}

export function saveText(name: string, text: string | Blob, type = 'text/plain'): void {
  const address = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}

/** Starts with the deployment's name in ASCII, which every system accepts. */
export function fileName(brandName: string, what: string): string {
  const plain = brandName.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const words = plain.match(/[a-z0-9]+/g) ?? []
  return [...words, what].join('-')
}
