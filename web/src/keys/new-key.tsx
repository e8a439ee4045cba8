import type { CreatedKey } from '@equipoise/sdk'
import { Box, Button, Code, Group, Text } from '@mantine/core'
import { CopyButton } from '../shell/copy-button.tsx'
import { Notice } from '../shell/notice.tsx'

/** The one time that the whole secret is on a screen. It lives in this screen's memory and nowhere else. */
export function NewKey({ created, close }: { created: CreatedKey; close: () => void }) {
  return (
    <Box mb="lg">
      <Notice tone="good" title={`Your new key “${created.name}”`}>
        <Text size="sm" mb="sm">
          Copy it now and keep it somewhere safe. It is not shown again.
        </Text>
        <Group gap="xs" wrap="nowrap" align="center">
          <Code style={{ overflowWrap: 'anywhere', fontSize: '0.875rem', padding: '6px 10px' }} data-testid="new-key">
            {created.key}
          </Code>
          <CopyButton value={created.key} label="Copy the key" />
        </Group>
        <Button mt="md" size="xs" variant="default" onClick={close}>
          I have saved it
        </Button>
      </Notice>
    </Box>
  )
}
