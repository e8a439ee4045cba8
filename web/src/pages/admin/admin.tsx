// The frame of the administrators' screens. Other people see that they have no access.
import { NavLink, Outlet } from 'react-router'
import { useAccount } from '../../api.ts'
import { Notice } from '../../shell/notice.tsx'
import classes from '../../shell/shell.module.css'

const SCREENS = [
  { to: '/app/admin', label: 'Overview', end: true },
  { to: '/app/admin/accounts', label: 'Accounts', end: false },
  { to: '/app/admin/invitations', label: 'Invitations', end: false },
  { to: '/app/admin/log', label: 'Log', end: false },
] as const

export function Admin() {
  const account = useAccount()
  if (account?.role !== 'administrator') {
    return <Notice tone="warning">Only administrators can open this page.</Notice>
  }
  return (
    <>
      <nav aria-label="Administration" className={`${classes.tabs} no-print`}>
        {SCREENS.map(({ to, label, end }) => (
          <NavLink key={to} to={to} end={end} className={classes.tab ?? ''}>
            {label}
          </NavLink>
        ))}
      </nav>
      <Outlet />
    </>
  )
}
