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
 */
export function useLeaveGuard(isUnsaved: boolean): LeaveGuard {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const here = pathname + search
  const [way, setWay] = useState<Way>()
  const isHeld = useRef(false)
  const hold = () => {
    isHeld.current = true
    void navigate(here)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the change between saved and unsaved counts
  useEffect(() => {
    if (isUnsaved && !isHeld.current) hold()
    if (!isUnsaved && isHeld.current) {
      isHeld.current = false
      void navigate(-1)
    }
  }, [isUnsaved])
  useEffect(() => (isUnsaved ? watch(isHeld, setWay) : undefined), [isUnsaved])
  return {
    asked: way !== undefined,
    stay() {
      setWay(undefined)
      if (way === 'back') hold()
    },
    leave() {
      setWay(undefined)
      isHeld.current = false
      if (way === 'back') void navigate(-1)
      // Replaces the history entry that was added for "back".
      else if (way) void navigate(way.to, { replace: true })
    },
  }
}

function watch(isHeld: { current: boolean }, ask: (way: Way) => void): () => void {
  const onClick = (event: MouseEvent) => {
    const to = addressOf(event)
    if (to === undefined || !isHeld.current) return
    event.preventDefault()
    event.stopPropagation()
    ask({ to })
  }
  const onBack = () => {
    if (isHeld.current) ask('back')
  }
  const onUnload = (event: BeforeUnloadEvent) => {
    if (isHeld.current) event.preventDefault()
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
