import type { Account } from '@equipoise/sdk'
import { Container } from '@mantine/core'
import { Navigate, NavLink, Outlet, useLocation, useNavigate } from 'react-router'
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
  if (account === null && (!isOpen || hasEnded)) {
    return <Navigate to={signInFrom(location)} state={{ hasEnded, isNeeded: true }} replace />
  }
  return (
    <Container className={isOpen ? '' : (classes.railed ?? '')}>
      {!isOpen && <Rail account={account} />}
      <div>
        {account && <VerifyBanner account={account} />}
        <Outlet />
      </div>
    </Container>
  )
}

/** The screens of an account: a list beside the screen, on phones a select above it. */
function Rail({ account }: { account: Account | null }) {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const screens = screensFor(account)
  const current = screens.find(({ to }) => pathname.startsWith(to))?.to ?? ''
  return (
    <nav aria-label="Dashboard" className={`${classes.rail} no-print`}>
      <select aria-label="Screen" value={current} onChange={(event) => navigate(event.currentTarget.value)}>
        {screens.map(({ to, label }) => (
          <option key={to} value={to}>
            {label}
          </option>
        ))}
        {current === '' && <option value="">Go to…</option>}
      </select>
      {screens.map(({ to, label }) => (
        <NavLink key={to} to={to}>
          {label}
        </NavLink>
      ))}
    </nav>
  )
}
