import { useBrand } from '../api.ts'

/** Saves data on the person's disk, under a name that says whose and what it is. */
export function useSaveFile(): (what: string, data: unknown) => void {
  const name = useBrand()?.name ?? ''
  return (what, data) => saveText(`${fileName(name, what)}.json`, JSON.stringify(data, null, 2), 'application/json')
}

/** Saves any text under a name of its own. */
export function saveText(name: string, text: string | Blob, type = 'text/plain'): void {
  const address = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}

/** After the deployment, in letters that every system takes. */
export function fileName(brandName: string, what: string): string {
  const plain = brandName.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const words = plain.match(/[a-z0-9]+/g) ?? []
  return [...words, what].join('-')
}
