import { type ReactNode, useEffect, useRef, useState } from 'react'

/** Renders parts this far below the window already, so that people who scroll do not wait. */
const MARGIN = '300px'

/** Renders its children when they are about to be seen or printed, so that a phone does not load what is far down the page. */
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
