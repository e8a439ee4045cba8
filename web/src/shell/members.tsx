import { Container } from '@mantine/core'
import { Navigate, NavLink, Outlet, useLocation } from 'react-router'
import { useAccountQuery, useLastAccount } from '../api.ts'
import { screensFor } from './header.tsx'
import { Loading } from './loading.tsx'
import { signInFrom } from './next-address.ts'
import classes from './shell.module.css'
import { Trouble } from './trouble.tsx'
import { VerifyBanner } from './verify-banner.tsx'

/** Screens for signed-in people. Others sign in first and come back afterwards, unless visitors can try the screen. */
export function Members({ isOpen = false }: { isOpen?: boolean }) {
  const { data: account, error, refetch } = useAccountQuery()
  const hasEnded = Boolean(useLastAccount())
  const location = useLocation()
  if (account === undefined && error) {
    return (
      <Container>
        <Trouble error={error} retry={() => refetch()} />
      </Container>
    )
  }
  if (account === undefined) return <Loading />
  if (account === null && isOpen && !hasEnded) {
    return (
      <Container>
        <Outlet />
      </Container>
    )
  }
  if (account === null) return <Navigate to={signInFrom(location)} state={{ hasEnded, isNeeded: true }} replace />
  return (
    <Container>
      <nav aria-label="Dashboard" className={`${classes.tabs} no-print`}>
        {screensFor(account).map(({ to, label }) => (
          <NavLink key={to} to={to} className={classes.tab ?? ''}>
            {label}
          </NavLink>
        ))}
      </nav>
      <VerifyBanner account={account} />
      <Outlet />
    </Container>
  )
}
