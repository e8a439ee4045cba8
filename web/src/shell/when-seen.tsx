import { type ReactNode, useEffect, useRef, useState } from 'react'

/** How far below the window something may be and is drawn all the same, so that nobody who scrolls waits for it. */
const MARGIN = '300px'

/** Draws its children when they are about to be seen, or printed: a phone does not load what is far below its first screen. */
export function WhenSeen({ heightPx, children }: { heightPx: number; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    const show = () => setSeen(true)
    if (typeof IntersectionObserver === 'undefined') return show()
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && show(), { rootMargin: MARGIN })
    if (box.current) observer.observe(box.current)
    window.addEventListener('beforeprint', show)
    return () => {
      observer.disconnect()
      window.removeEventListener('beforeprint', show)
    }
  }, [])
  return (
    <div ref={box} style={{ minHeight: heightPx }}>
      {isSeen && children}
    </div>
  )
}
