// Scripts that are loaded when they are needed. Firefox and React remember a failed script until the page is reloaded, so trying again
// means reloading.
import { type ComponentType, lazy } from 'react'
import { toast } from './toast.tsx'

/** The script of a screen could not be loaded: the service is unavailable, or a newer release has replaced it. */
export class NotLoaded extends Error {
  override readonly name = 'NotLoaded'
}

/** A screen, or a part of one, that is loaded when it is rendered. */
export function later<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => {
    try {
      return { default: await load() }
    } catch (cause) {
      throw new NotLoaded('A part could not be loaded', { cause })
    }
  })
}

/** For a part that a button opens: the rest of the screen stays as it is. */
export function tellNotLoaded(): void {
  const run = () => void loadAgain().then((isLoading) => isLoading || tellNotLoaded())
  toast({
    tone: 'error',
    message: 'This part could not be loaded. Check your connection, then load the page again.',
    action: { label: 'Load again', run },
  })
}

/**
 * Reloads the page, unless the service is unreachable: the browser would show its own error page. Does nothing if the person has gone to
 * another screen meanwhile.
 */
export async function loadAgain(): Promise<boolean> {
  const { pathname } = window.location
  const canLoad = await isReachable()
  if (canLoad && window.location.pathname === pathname) window.location.reload()
  return canLoad
}

const ANSWER_WITHIN_MS = 10_000

export async function isReachable(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS)
    const { ok } = await fetch('/', { method: 'HEAD', cache: 'no-store', signal })
    return ok
  } catch {
    return false
  }
}
