import {
  ActionIcon,
  Burger,
  Button,
  Container,
  Drawer,
  Group,
  Menu,
  Tooltip,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronDown, IconMoon, IconSun } from '@tabler/icons-react'
import { Link, NavLink } from 'react-router'
import { useAccount, useBrand } from '../api.ts'
import mark from '../mark.svg'
import classes from './shell.module.css'
import { useSignOut } from './sign-out.ts'

const SCREENS = [
  { to: '/', label: 'Playground' },
  { to: '/app/text', label: 'Text' },
  { to: '/app/chat', label: 'Chat' },
  { to: '/app/pricing', label: 'Pricing' },
] as const

/** The screens of a person who is signed in. */
export const MEMBER_SCREENS = [
  { to: '/app/usage', label: 'Usage' },
  { to: '/app/keys', label: 'Keys' },
  { to: '/app/billing', label: 'Billing' },
  { to: '/app/account', label: 'Account' },
] as const

export function Header() {
  const [open, drawer] = useDisclosure(false)
  return (
    <header className={`${classes.header} no-print`}>
      <Container size="lg" className={classes.bar}>
        <BrandLink />
        <Group component="nav" aria-label="Main" gap={4} visibleFrom="sm">
          {SCREENS.map(({ to, label }) => (
            <NavLink key={to} to={to} end className={classes.link ?? ''}>
              {label}
            </NavLink>
          ))}
          <a href="/docs" className={classes.link}>
            Docs
          </a>
        </Group>
        <div className={classes.spacer} />
        <SchemeSwitch />
        <Group gap="xs" visibleFrom="sm">
          <Person />
        </Group>
        <Burger opened={open} onClick={drawer.toggle} hiddenFrom="sm" size="sm" aria-label="Menu" />
      </Container>
      <Drawer
        opened={open}
        onClose={drawer.close}
        position="right"
        size="80%"
        title="Menu"
        hiddenFrom="sm"
        closeButtonProps={{ 'aria-label': 'Close the menu' }}
      >
        <SmallMenu close={drawer.close} />
      </Drawer>
    </header>
  )
}

function BrandLink() {
  const name = useBrand()?.name ?? 'Equipoise'
  return (
    <Link to="/" className={classes.brand}>
      <img src={mark} width={28} height={28} alt="" />
      {name}
    </Link>
  )
}

function SchemeSwitch() {
  const { setColorScheme } = useMantineColorScheme()
  const scheme = useComputedColorScheme('light')
  const other = scheme === 'dark' ? 'light' : 'dark'
  const label = `Switch to ${other}`
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" size="lg" aria-label={label} onClick={() => setColorScheme(other)}>
        {scheme === 'dark' ? <IconSun size={19} /> : <IconMoon size={19} />}
      </ActionIcon>
    </Tooltip>
  )
}

function Person() {
  const account = useAccount()
  const signOut = useSignOut()
  if (account === undefined) return <div style={{ width: 168, height: 36 }} />
  if (account === null) {
    return (
      <>
        <Button component={Link} to="/app/sign-in" variant="subtle" color="gray">
          Sign in
        </Button>
        <Button component={Link} to="/app/sign-up">
          Sign up
        </Button>
      </>
    )
  }
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronDown size={16} />} maw={220}>
          {account.name || account.email}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {MEMBER_SCREENS.map(({ to, label }) => (
          <Menu.Item key={to} component={Link} to={to}>
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={signOut}>Sign out</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function SmallMenu({ close }: { close: () => void }) {
  const account = useAccount()
  const signOut = useSignOut()
  const strangers = [
    { to: '/app/sign-in', label: 'Sign in' },
    { to: '/app/sign-up', label: 'Sign up' },
  ]
  return (
    <nav aria-label="Main">
      {[...SCREENS, ...(account ? MEMBER_SCREENS : strangers)].map(({ to, label }) => (
        <NavLink key={to} to={to} end className={classes.drawerLink ?? ''} onClick={close}>
          {label}
        </NavLink>
      ))}
      <a href="/docs" className={classes.drawerLink}>
        Docs
      </a>
      {account && (
        <Button
          mt="lg"
          variant="default"
          fullWidth
          onClick={() => {
            close()
            signOut()
          }}
        >
          Sign out
        </Button>
      )}
    </nav>
  )
}
