import { Anchor, Text } from '@mantine/core'
import { Link, useLocation } from 'react-router'
import { useAccount } from '../api.ts'
import { signInFrom } from '../shell/next-address.ts'
import { Notice } from '../shell/notice.tsx'
import { FREE_SIZE_MAX } from './settings.ts'

/** Whether this is a visitor who chose a block size that needs an account. */
export function useNeedsAccount(N: number): boolean {
  return useAccount() === null && N > FREE_SIZE_MAX
}

export function NeedsAccount({ N }: { N: number }) {
  const location = useLocation()
  return (
    <Notice tone="info">
      <Text size="sm">
        N = {N} needs an account on a plan that includes it. Up to N = {FREE_SIZE_MAX} you can try everything without
        one.
      </Text>
      <Anchor component={Link} to={signInFrom(location)} size="sm" underline="always">
        Sign in or create an account
      </Anchor>
    </Notice>
  )
}
