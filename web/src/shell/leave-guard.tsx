// Asks before the person leaves a screen on which something would be lost.
import { Button, Group, Modal, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** Where the person wants to go: another screen, or back. */
type Way = { readonly to: string } | 'back'

interface LeaveGuard {
  readonly asked: boolean
  stay(): void
  leave(): void
}

/**
 * Keeps people on this screen while `isUnsaved`. Link clicks are caught before the router sees them. "Back" cannot be caught, so a second
 * history entry of the same address absorbs it. The browser itself asks on reload and on links to other sites.
 * Once all is saved, the second entry stays, and a person who leaves skips it: taking it back at once takes the browser a while, and would undo
 * what the person does meanwhile.
 */
export function useLeaveGuard(isUnsaved: boolean): LeaveGuard {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const here = pathname + search
  const [way, setWay] = useState<Way>()
  const [isDoubled, setDoubled] = useState(false)
  const state = useRef({ isUnsaved, hasLeft: false })
  state.current.isUnsaved = isUnsaved
  const go = (chosen: Way) => {
    state.current.hasLeft = true
    if (chosen === 'back') void navigate(-1)
    else void navigate(chosen.to, { replace: true })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first thing to lose adds an entry
  useEffect(() => {
    if (!isUnsaved || isDoubled) return
    setDoubled(true)
    void navigate(here)
  }, [isUnsaved])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `go` does the same after each render
  useEffect(() => (isDoubled ? watch(state.current, setWay, go) : undefined), [isDoubled])
  return {
    asked: way !== undefined,
    stay() {
      setWay(undefined)
      if (way === 'back') void navigate(here)
    },
    leave() {
      setWay(undefined)
      if (way) go(way)
    },
  }
}

interface Guarded {
  readonly isUnsaved: boolean
  readonly hasLeft: boolean
}

function watch(state: Guarded, ask: (way: Way) => void, go: (way: Way) => void): () => void {
  const choose = (way: Way) => (state.isUnsaved ? ask(way) : go(way))
  const onClick = (event: MouseEvent) => {
    const to = addressOf(event)
    if (to === undefined || state.hasLeft) return
    event.preventDefault()
    event.stopPropagation()
    choose({ to })
  }
  const onBack = () => {
    if (!state.hasLeft) choose('back')
  }
  const onUnload = (event: BeforeUnloadEvent) => {
    if (state.isUnsaved && !state.hasLeft) event.preventDefault()
  }
  document.addEventListener('click', onClick, { capture: true })
  window.addEventListener('popstate', onBack)
  window.addEventListener('beforeunload', onUnload)
  return () => {
    document.removeEventListener('click', onClick, { capture: true })
    window.removeEventListener('popstate', onBack)
    window.removeEventListener('beforeunload', onUnload)
  }
}

/** The screen that a click leads to in this window; undefined for other clicks. */
function addressOf({ target, button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): string | undefined {
  const link = target instanceof Element ? target.closest('a') : null
  if (link?.target !== '' || link.origin !== window.location.origin) return undefined
  if (button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return undefined
  const isScreen = link.pathname === '/' || link.pathname.startsWith('/app')
  const isElsewhere = link.pathname !== window.location.pathname
  return isScreen && isElsewhere ? link.pathname + link.search + link.hash : undefined
}

/** The question about a key or another secret that cannot be shown again. */
export function LeaveKey({ guard, what = 'key' }: { guard: LeaveGuard; what?: string }) {
  return (
    <Modal opened={guard.asked} onClose={guard.stay} title={`Leave without copying the ${what}?`} centered zIndex={300}>
      <Text size="sm">We cannot show this {what} again. If you leave without it, you need to create another one.</Text>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={guard.leave}>
          Leave anyway
        </Button>
        <Button data-autofocus onClick={guard.stay}>
          Stay and copy it
        </Button>
      </Group>
    </Modal>
  )
}
