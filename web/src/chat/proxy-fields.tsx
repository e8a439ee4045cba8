import type { BrandInfo } from '@equipoise/sdk'
import { PasswordInput, SimpleGrid, Text, TextInput } from '@mantine/core'
import { Choice } from '../shell/choice.tsx'

export interface ProxySettings {
  readonly provider: string
  readonly key: string
  readonly model: string
}

interface ProxyFieldsProps {
  readonly providers: BrandInfo['provider_details']
  readonly settings: ProxySettings
  readonly change: (settings: ProxySettings) => void
}

export function ProxyFields({ providers, settings, change }: ProxyFieldsProps) {
  return (
    <div>
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="md">
        <Choice
          label="Provider"
          data={providers.map(({ name, label }) => ({ value: name, label }))}
          value={settings.provider}
          onChange={(provider) => change({ ...settings, provider: provider ?? settings.provider })}
        />
        <PasswordInput
          label="Your API key"
          autoComplete="off"
          value={settings.key}
          onChange={(event) => change({ ...settings, key: event.currentTarget.value })}
        />
        <TextInput
          label="Model"
          placeholder="Provider’s default"
          value={settings.model}
          onChange={(event) => change({ ...settings, model: event.currentTarget.value })}
        />
      </SimpleGrid>
      <Text size="sm" c="dimmed" mt="xs">
        This page keeps the key only in memory and sends it with each question. We do not store or log it, and it is
        gone when you close or reload the page.
      </Text>
    </div>
  )
}
