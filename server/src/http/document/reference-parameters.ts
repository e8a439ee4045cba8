// Values for the parameters of samples: the same ids that the examples of requests and responses show.

const IDS: [path: string, id: string | number][] = [
  ['/commitments/', '3f1c1c0e-8d0a-4b86-a9d2-0c3b1f0e7f55'],
  ['/allocations/', '8a5b2d3c-1f4e-4c6a-9b7d-2e8f0a1c3d5e'],
  ['/v1/models/', 'llama-3.1-8b-instant'],
  ['/auth/identities/', '5d41402abc4b2a76b9719d911017c592'],
  ['/auth/sessions/', 'b5f1c6de-2f0a-4f6e-9c3a-0d8d1c9a4e77'],
  ['/admin/', 42],
]

const BY_NAME: Record<string, string | number> = {
  bias: 0.8,
  key_id: 7,
  identity_id: '5d41402abc4b2a76b9719d911017c592',
  token: 'Yp3mQ0c8sV1kR7tZ',
}

export function parameterExample(name: string, path: string): string | number {
  const id = IDS.find(([start]) => path.startsWith(start))?.[1]
  // The ellipsis fails a test, which says to add an example here.
  return (name === 'id' ? id : BY_NAME[name]) ?? '…'
}
