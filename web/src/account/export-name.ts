/** What the copy of an account is called on the disk: after the deployment, in letters that every system takes. */
export function exportName(brandName: string): string {
  const plain = brandName.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const words = plain.match(/[a-z0-9]+/g) ?? []
  return `${[...words, 'account'].join('-')}.json`
}
