import { Button, Container, Group, Text, Title } from '@mantine/core'
import { Component, type ReactNode } from 'react'

/** A screen that breaks must not take the others with it. React offers this to classes only. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: Error | undefined }> {
  override state = { error: undefined as Error | undefined }

  static getDerivedStateFromError(error: Error) {
    return { error }
  }

  override render() {
    if (!this.state.error) return this.props.children
    return (
      <Container size="xs" py="xl">
        <Title order={1} size="h2">
          This screen broke
        </Title>
        <Text mt="sm" c="dimmed">
          That is our mistake, not yours. Nothing you saved is lost; loading the page again usually helps.
        </Text>
        <Group mt="lg">
          <Button onClick={() => window.location.reload()}>Load again</Button>
          <Button variant="default" component="a" href="/">
            Go to the start
          </Button>
        </Group>
      </Container>
    )
  }
}
