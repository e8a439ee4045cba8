import type { Account } from '@equipoise/sdk'
import { useMantineColorScheme } from '@mantine/core'
import { IconChevronDown, IconMenu2, IconX } from '@tabler/icons-react'
import { useEffect } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import { useAccount, useBrand, useBrandName } from '../api.ts'
import { rememberOwner } from '../kept/last-document.ts'
import { signInFrom } from './next-address.ts'
import classes from './shell.module.css'
import { SignOut } from './sign-out.tsx'
import { useDisclosed } from './use-disclosed.ts'

const SCREENS = [
  { to: '/app/text', label: 'Text editor' },
  { to: '/app/chat', label: 'Chat' },
  { to: '/app/draws', label: 'Draws' },
  { to: '/app/audits', label: 'Audits' },
  { to: '/app/playground', label: 'Playground' },
  { to: '/app/pricing', label: 'Pricing' },
] as const

const MEMBER_SCREENS = [
  { to: '/app/usage', label: 'Usage' },
  { to: '/app/allocations', label: 'Allocations' },
  { to: '/app/keys', label: 'API keys' },
  { to: '/app/webhooks', label: 'Webhooks' },
  { to: '/app/billing', label: 'Billing' },
  { to: '/app/account', label: 'Account' },
] as const

/** The screens that this person can open: administrators have one more. */
export function screensFor(account: Account | null | undefined) {
  const own = account ? MEMBER_SCREENS : []
  return account?.role === 'administrator' ? [...own, { to: '/app/admin', label: 'Administration' }] : own
}

export function Header() {
  return (
    <header className={`${classes.header} no-print`}>
      <div className={classes.bar}>
        <BrandLink />
        <nav aria-label="Main" className={classes.wide}>
          {SCREENS.map(({ to, label }) => (
            <NavLink key={to} to={to} end className={classes.link ?? ''}>
              {label}
            </NavLink>
          ))}
          <a href="/docs" className={classes.link}>
            Docs
          </a>
        </nav>
        <div className={classes.spacer} />
        <SchemeSwitch />
        <div className={classes.wide}>
          <Person />
        </div>
        <SmallMenu />
      </div>
    </header>
  )
}

function BrandLink() {
  const name = useBrandName()
  return (
    <Link to="/" className={classes.brand}>
      <img src="/mark.svg" width={28} height={28} alt="" />
      <span>{name}</span>
    </Link>
  )
}

const NEXT_THEME = { auto: 'light', light: 'dark', dark: 'auto' } as const

/** Follows the system until somebody chooses. */
function SchemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const label = `Theme: ${colorScheme === 'auto' ? 'follow the system' : colorScheme}`
  return (
    <button
      type="button"
      className={classes.icon}
      aria-label={label}
      title={label}
      onClick={() => setColorScheme(NEXT_THEME[colorScheme])}
    >
      <span className={classes.halves} />
    </button>
  )
}

/** No sign-up link if accounts need an invitation: people sign up through its link. */
function useSignUpLink(): readonly { to: string; label: string }[] {
  const registration = useBrand()?.features.registration ?? 'open'
  return registration === 'open' ? [{ to: '/app/sign-up', label: 'Sign up' }] : []
}

/** From screens that visitors can use, signing in leads back to the screen. */
function useSignInLink(): string {
  const location = useLocation()
  return /^\/app\/(text|chat|draws|audits|playground)$/.test(location.pathname) ? signInFrom(location) : '/app/sign-in'
}

function Person() {
  const account = useAccount()
  // The documentation does not ask for a session unless it knows that there is one, so every screen writes it down.
  useEffect(() => {
    if (account) rememberOwner(account.id)
  }, [account])
  const signUp = useSignUpLink()
  const signIn = useSignInLink()
  if (account === undefined) return <div style={{ width: 168, height: 36 }} />
  if (account === null) {
    return (
      <>
        <Link to={signIn} className={classes.link}>
          Sign in
        </Link>
        {signUp.map(({ to, label }) => (
          <Link key={to} to={to} className={classes.signUp}>
            {label}
          </Link>
        ))}
      </>
    )
  }
  return <AccountMenu account={account} />
}

function AccountMenu({ account }: { account: Account }) {
  const { box, isOpen, toggle, close } = useDisclosed<HTMLDivElement>()
  return (
    <div ref={box} className={classes.account}>
      <button
        type="button"
        className={classes.accountButton}
        aria-expanded={isOpen}
        aria-controls="account-menu"
        onClick={toggle}
      >
        <span>{account.name || account.email}</span>
        <IconChevronDown size={16} aria-hidden />
      </button>
      <nav id="account-menu" aria-label="Account" className={classes.dropdown} hidden={!isOpen}>
        {screensFor(account).map(({ to, label }) => (
          <Link key={to} to={to} onClick={close}>
            {label}
          </Link>
        ))}
        <SignOut />
      </nav>
    </div>
  )
}

/** The menu on narrow screens. */
function SmallMenu() {
  const { box, isOpen, toggle, close } = useDisclosed<HTMLDivElement>()
  const account = useAccount()
  const visitors = [{ to: useSignInLink(), label: 'Sign in' }, ...useSignUpLink()]
  return (
    <div ref={box} className={classes.narrow}>
      <button
        type="button"
        className={classes.icon}
        aria-label="Menu"
        aria-expanded={isOpen}
        aria-controls="small-menu"
        onClick={toggle}
      >
        {isOpen ? <IconX size={22} /> : <IconMenu2 size={22} />}
      </button>
      <nav id="small-menu" aria-label="Main" className={classes.panel} hidden={!isOpen}>
        {[...SCREENS, ...(account ? screensFor(account) : visitors)].map(({ to, label }) => (
          <NavLink key={to} to={to} end onClick={close}>
            {label}
          </NavLink>
        ))}
        <a href="/docs">Docs</a>
        {account && <SignOut />}
      </nav>
    </div>
  )
}
