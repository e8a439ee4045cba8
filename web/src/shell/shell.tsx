// The frame around every screen: navigation, account menu, colour scheme.
import { Suspense, use, useEffect, useRef } from 'react'
import { Link, Outlet, useLocation } from 'react-router'
import { useBrandName } from '../api.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { Header } from './header.tsx'
import { useLightPaper } from './light-paper.ts'
import { Loading } from './loading.tsx'
import classes from './shell.module.css'

/** A new screen starts at the top, with the keyboard focus there too. */
export function Shell() {
  const { pathname } = useLocation()
  const main = useRef<HTMLElement>(null)
  useLightPaper()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    window.scrollTo(0, 0)
    main.current?.focus({ preventScroll: true })
  }, [pathname])
  return (
    <div className={classes.page}>
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      <Header />
      <main id="content" ref={main} className={classes.main} tabIndex={-1}>
        <ErrorBoundary key={pathname}>
          <Suspense fallback={<LoadingScreen />}>
            <Outlet />
          </Suspense>
        </ErrorBoundary>
      </main>
      <Footer />
    </div>
  )
}

const PATIENCE_MS = 1_000
let isPatienceOver = false
const patience = new Promise<void>((resolve) =>
  setTimeout(() => {
    isPatienceOver = true
    resolve()
  }, PATIENCE_MS),
)

/** Shows nothing in the first second of loading, so that the screen does not flicker. */
function LoadingScreen() {
  if (!isPatienceOver) use(patience)
  return <Loading />
}

function Footer() {
  const name = useBrandName()
  return (
    <footer className={`${classes.footer} no-print`}>
      <div className={classes.footerBar}>
        <span>{name}. Neutral texts, neutral AI, fair random draws.</span>
        <nav aria-label="More">
          <a href="/docs">Docs</a>
          <Link to="/app/verify-receipt">Verify a receipt</Link>
          <Link to="/app/status">Status</Link>
          <a href="/docs/guide/changelog">Changelog</a>
          <a href="/docs/guide/licence">Licence</a>
          <a href="/docs/guide/privacy">Privacy</a>
          <a href="/docs/guide/security">Security</a>
        </nav>
      </div>
    </footer>
  )
}
