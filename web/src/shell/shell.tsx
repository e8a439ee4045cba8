// What stands around every screen: the way to the others, the person, light or dark.
import { Anchor, Container, Group, Text } from '@mantine/core'
import { Suspense, useEffect, useRef } from 'react'
import { Outlet, useLocation } from 'react-router'
import { useBrand } from '../api.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { Header } from './header.tsx'
import { useLightPaper } from './light-paper.ts'
import { Loading } from './loading.tsx'
import classes from './shell.module.css'

/** A new screen starts at its top, and whoever uses the keyboard starts there too. */
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
          <Suspense fallback={<Loading />}>
            <Outlet />
          </Suspense>
        </ErrorBoundary>
      </main>
      <Footer />
    </div>
  )
}

function Footer() {
  const name = useBrand()?.name ?? 'Equipoise'
  return (
    <footer className={`${classes.footer} no-print`}>
      <Container size="lg">
        <Group justify="space-between" gap="sm">
          <Text size="sm" c="dimmed">
            {name}. Same input, same result, always.
          </Text>
          <Group gap="lg">
            <Anchor href="/docs" size="sm">
              API reference
            </Anchor>
            <Anchor href="/openapi.json" size="sm">
              OpenAPI
            </Anchor>
            <Anchor href="/health" size="sm">
              Status
            </Anchor>
          </Group>
        </Group>
      </Container>
    </footer>
  )
}
