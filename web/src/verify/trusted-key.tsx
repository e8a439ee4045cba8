import { TextInput } from '@mantine/core'

/** A key to check signatures with, instead of those that this service publishes. */
export function TrustedKey({ value, change }: { value: string; change: (key: string) => void }) {
  return (
    <TextInput
      mt="lg"
      label="Key you trust"
      description="Leave it empty to trust the keys that this service publishes. To trust no server, enter a key that you saved before the draw."
      value={value}
      onChange={(event) => change(event.currentTarget.value)}
    />
  )
}
