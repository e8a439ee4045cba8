import { Button, Container, Group, Text, Title } from '@mantine/core'
import { Component, type ReactNode } from 'react'

/** The program of a screen did not arrive: the service is unavailable, or a newer release has replaced it. */
export class NotLoaded extends Error {
  override readonly name = 'NotLoaded'
}

/** What to say about a screen that cannot be shown. */
export function brokenWords(error: Error): { title: string; text: string; again: string } {
  if (error instanceof NotLoaded) {
    return {
      title: 'This screen could not be loaded',
      text: 'The service cannot be reached, or has just been updated. Check the connection and try again.',
      again: 'Try again',
    }
  }
  return {
    title: 'Something went wrong on this screen',
    text: 'That is our mistake, not yours. Nothing you saved is lost; loading the page again usually helps.',
    again: 'Load again',
  }
}

/** A screen that breaks must not take the others with it. React offers this to classes only. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: Error | undefined }> {
  override state = { error: undefined as Error | undefined }

  static getDerivedStateFromError(error: Error) {
    return { error }
  }

  override render() {
    if (!this.state.error) return this.props.children
    const { title, text, again } = brokenWords(this.state.error)
    return (
      <Container py="xl">
        <Title order={1} size="h2">
          {title}
        </Title>
        <Text mt="sm" c="dimmed">
          {text}
        </Text>
        <Group mt="lg">
          <Button onClick={() => window.location.reload()}>{again}</Button>
          <Button variant="default" component="a" href="/">
            Go to the home page
          </Button>
        </Group>
      </Container>
    )
  }
}
