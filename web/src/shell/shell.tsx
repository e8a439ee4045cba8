// The frame around every screen: navigation, account menu, colour scheme.
import { Suspense, use, useEffect, useRef } from 'react'
import { Link, Outlet, useLocation } from 'react-router'
import { useNotice } from '../api.ts'
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
      <NoticeBar />
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

const PATIENCE_MS = 5_000
let isPatienceOver = false
const patience = new Promise<void>((resolve) =>
  setTimeout(() => {
    isPatienceOver = true
    resolve()
  }, PATIENCE_MS),
)

/** For the first seconds the page stays as the server sent it: a screen to read is better than dots, also on a slow phone. */
function LoadingScreen() {
  if (!isPatienceOver) use(patience)
  return <Loading />
}

/** What the administrators tell everybody. */
function NoticeBar() {
  const notice = useNotice()
  if (!notice) return null
  return (
    <p className={`${classes.noticeBar} no-print`} role="status">
      {notice}
    </p>
  )
}

const SOURCE = 'https://github.com/equipoise/equipoise'

/** Addresses below /docs are pages of the server. */
const COLUMNS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Products: {
    '/app/text': 'Text editor',
    '/app/chat': 'Chat',
    '/app/draws': 'Draws',
    '/app/audits': 'Audits',
    '/app/playground': 'Playground',
  },
  Developers: {
    '/docs': 'Docs',
    [SOURCE]: 'Source',
    '/docs/guide/changelog': 'Changelog',
    '/app/status': 'Status',
  },
  Trust: {
    '/app/verify-receipt': 'Verify a receipt',
    '/docs/guide/model-card': 'Model card',
    '/docs/guide/security': 'Security',
    '/docs/guide/privacy': 'Privacy',
  },
  Legal: {
    '/docs/guide/terms': 'Terms',
    '/docs/guide/contact': 'Contact',
    '/docs/guide/imprint': 'Imprint',
    '/docs/guide/licence': 'Licence',
  },
}

function Footer() {
  return (
    <footer className={`${classes.footer} no-print`}>
      <nav aria-label="More" className={classes.footerBar}>
        {Object.entries(COLUMNS).map(([title, links]) => (
          <div key={title}>
            <h2>{title}</h2>
            {Object.entries(links).map(([to, words]) =>
              to.startsWith('/app') ? (
                <Link key={to} to={to}>
                  {words}
                </Link>
              ) : (
                <a key={to} href={to}>
                  {words}
                </a>
              ),
            )}
          </div>
        ))}
      </nav>
    </footer>
  )
}
