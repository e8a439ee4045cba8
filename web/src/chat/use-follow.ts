import { useEffect, useLayoutEffect, useRef } from 'react'

const ROUNDING_PX = 2

interface Look {
  /** Whether the end of the conversation is on the screen. */
  readonly endInView: boolean
  readonly movedUp: boolean
}

/** Whether the page keeps scrolling to the newest words: until the person scrolls up, and again once they are back at the end. */
export function follows(before: boolean, { endInView, movedUp }: Look): boolean {
  return endInView || (before && !movedUp)
}

/** Keeps the end in view whenever the turns change; `start` resumes this wherever the person has scrolled to. */
export function useFollow(turns: readonly unknown[]) {
  const end = useRef<HTMLDivElement>(null)
  const following = useRef(true)
  useEffect(() => {
    let lastY = window.scrollY
    const look = () => {
      const movedUp = window.scrollY < lastY
      lastY = window.scrollY
      const bottom = end.current?.getBoundingClientRect().bottom ?? 0
      following.current = follows(following.current, { endInView: bottom <= window.innerHeight + ROUNDING_PX, movedUp })
    }
    window.addEventListener('scroll', look, { passive: true })
    return () => window.removeEventListener('scroll', look)
  }, [])
  useLayoutEffect(() => {
    if (turns.length > 0 && following.current) end.current?.scrollIntoView({ block: 'nearest' })
  }, [turns])
  const start = () => {
    following.current = true
  }
  return { end, start }
}
