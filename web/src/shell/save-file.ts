import { useBrand } from '../api.ts'

/** Saves data on the person's disk, under a name that says whose and what it is. */
export function useSaveFile(): (what: string, data: unknown) => void {
  const name = useBrand()?.name ?? ''
  return (what, data) => {
    const address = URL.createObjectURL(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }))
    const link = document.createElement('a')
    link.href = address
    link.download = fileName(name, what)
    link.click()
    URL.revokeObjectURL(address)
  }
}

/** After the deployment, in letters that every system takes. */
export function fileName(brandName: string, what: string): string {
  const plain = brandName.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const words = plain.match(/[a-z0-9]+/g) ?? []
  return `${[...words, what].join('-')}.json`
}
