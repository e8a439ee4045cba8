import { Button, Group, Modal, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccount, useClient } from '../api.ts'
import { forgetPerson } from '../kept/kept-here.ts'
import { DialogButtons } from '../shell/dialog-buttons.tsx'
import { Form } from '../shell/form.tsx'
import { PasswordField } from '../shell/password-field.tsx'
import { useSaveFile } from '../shell/save-file.ts'
import { Section } from '../shell/section.tsx'
import { leave } from '../shell/sign-out.tsx'
import { tellTrouble } from '../shell/trouble.tsx'
import { messageFor } from '../shell/words.ts'
import { CodeField } from './code-field.tsx'

export function YourData() {
  const client = useClient()
  const save = useSaveFile()
  const [open, modal] = useDisclosure(false)
  const take = useMutation({
    mutationFn: () => client.auth.exportAccount(),
    onSuccess: (data) => save('account', data),
    onError: (error) => tellTrouble(error, 'The export failed'),
  })
  return (
    <Section title="Your data" about="Export everything we hold about you, or delete it.">
      <Group>
        <Button variant="default" loading={take.isPending} onClick={() => take.mutate()}>
          Export as JSON
        </Button>
        <Button variant="outline" color="red" onClick={modal.open}>
          Delete account
        </Button>
      </Group>
      <Modal opened={open} onClose={modal.close} title="Delete this account?" centered>
        <DeleteAccount close={modal.close} />
      </Modal>
    </Section>
  )
}

function DeleteAccount({ close }: { close: () => void }) {
  const client = useClient()
  const account = useAccount()
  const hasPassword = account?.has_password ?? true
  const hasFactor = account?.second_factor ?? false
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const remove = useMutation({
    mutationFn: () => client.auth.deleteAccount(password, hasFactor ? { code } : {}),
    async onSuccess() {
      if (account) await forgetPerson(account.id)
      leave('/?account=deleted')
    },
  })
  return (
    <Form act={remove} fields={['password', 'code']} signingIn>
      <Text size="sm">
        Your keys stop working at once, and we delete everything about this account. A running plan is cancelled. You
        cannot undo this.
      </Text>
      {hasPassword && (
        <PasswordField
          label="Your password"
          autoComplete="current-password"
          data-autofocus
          value={password}
          error={messageFor(remove.error, 'password')}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
      )}
      {hasFactor && <CodeField value={code} error={messageFor(remove.error, 'code')} onChange={setCode} />}
      <DialogButtons
        act={remove}
        label="Delete everything"
        close={close}
        closeLabel="Keep it"
        isForm
        isFinal
        disabled={(hasPassword && password === '') || (hasFactor && code === '')}
      />
    </Form>
  )
}
