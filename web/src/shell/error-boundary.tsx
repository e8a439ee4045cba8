import { Button, Container, Group, Text, Title } from '@mantine/core'
import { Component, type ReactNode, useEffect, useState } from 'react'
import { isReachable, loadAgain, NotLoaded } from './later.ts'

interface ErrorBoundaryProps {
  readonly children: ReactNode
  /** Whether this is only a part of a screen, so that the rest still works. */
  readonly isPart?: boolean
}

/** Keeps an error in one screen from breaking the others. React supports this only in classes. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { error: Error | undefined }> {
  override state = { error: undefined as Error | undefined }

  static getDerivedStateFromError(error: Error) {
    return { error }
  }

  override render() {
    const { children, isPart = false } = this.props
    if (!this.state.error) return children
    return this.state.error instanceof NotLoaded ? <Missing isPart={isPart} /> : <Broken isPart={isPart} />
  }
}

function Broken({ isPart }: { isPart: boolean }) {
  return (
    <Instead
      title={`Something went wrong ${isPart ? 'here' : 'on this screen'}`}
      text="That is our mistake, not yours. Nothing you saved is lost; loading the page again usually helps."
      isPart={isPart}
    >
      <Button onClick={() => window.location.reload()}>Load again</Button>
      <Button variant="default" component="a" href="/">
        Go to the home page
      </Button>
    </Instead>
  )
}

const LOOK_EVERY_MS = 5_000
/** The screen that this page was loaded for. */
const FIRST_PATH = globalThis.location?.pathname

function Missing({ isPart }: { isPart: boolean }) {
  const [state, setState] = useState<'trying' | 'away'>()
  // The rest of the screen may be in use, so a part reloads the page only when the person asks for it.
  useEffect(() => (isPart ? undefined : loadWhenReachable()), [isPart])
  const retry = async () => {
    setState('trying')
    setState((await loadAgain()) ? undefined : 'away')
  }
  return (
    <Instead
      title={`This ${isPart ? 'part' : 'screen'} could not be loaded`}
      text={`The service cannot be reached, or has just been updated. ${isPart ? '“Try again” loads the page again.' : 'The page loads again by itself as soon as that is possible.'}`}
      isPart={isPart}
    >
      <Button loading={state === 'trying'} onClick={() => void retry()}>
        Try again
      </Button>
      <Text role="status">{state === 'away' && 'The service still cannot be reached.'}</Text>
    </Instead>
  )
}

/**
 * Reloads the page as soon as the service can be reached. If it is reachable from the start, the script is missing for another reason:
 * then one reload is enough, and none if this screen was just loaded.
 */
function loadWhenReachable(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isGone = false
  const look = async (isWorthIt: boolean) => {
    clearTimeout(timer)
    const canLoad = await isReachable()
    if (isGone) return
    if (!canLoad) timer = setTimeout(lookAgain, LOOK_EVERY_MS)
    else if (isWorthIt) window.location.reload()
  }
  const lookAgain = () => void look(true)
  void look(window.location.pathname !== FIRST_PATH)
  window.addEventListener('online', lookAgain)
  return () => {
    isGone = true
    clearTimeout(timer)
    window.removeEventListener('online', lookAgain)
  }
}

interface InsteadProps extends ErrorBoundaryProps {
  readonly title: string
  readonly text: string
}

/** Shown instead of a screen, or of a part of it. */
function Instead({ title, text, isPart, children }: InsteadProps) {
  return (
    <Container py="xl">
      <Title order={isPart ? 2 : 1} size={isPart ? 'h3' : 'h2'}>
        {title}
      </Title>
      <Text mt="sm" c="dimmed">
        {text}
      </Text>
      <Group mt="lg">{children}</Group>
    </Container>
  )
}
