import type { Account, Limits, UsageStats } from '@equipoise/sdk'
import { Button, Modal } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useClient } from '../api.ts'
import { Section } from '../shell/section.tsx'
import { LimitBars, LimitForm } from './key-limits.tsx'

/** What the account can use at most, set by its owner, and what is used of it. */
export function AccountLimits({ account, usage }: { account: Account; usage: UsageStats }) {
  const { auth } = useClient()
  const cache = useQueryClient()
  const [isOpen, modal] = useDisclosure(false)
  const save = async (limits: Limits | null) => {
    cache.setQueryData(['account'], await auth.change({ limits }))
    await cache.invalidateQueries({ queryKey: ['usage'] })
  }
  return (
    <Section
      title="Limits"
      about="What your account can use at most, with all keys together. A key can have limits of its own too."
    >
      <LimitBars uses={usage.limits} />
      <Button variant="default" size="xs" mt="md" style={{ alignSelf: 'flex-start' }} onClick={modal.open}>
        Set limits
      </Button>
      <Modal opened={isOpen} onClose={modal.close} title="Limits of your account" centered>
        <LimitForm limits={account.limits} whom="your account" save={save} close={modal.close} />
      </Modal>
    </Section>
  )
}
