import type { SecondFactorSetup } from '@equipoise/sdk'
import { Button, Code, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { renderSVG } from 'uqr'
import { useAccount, useBrandName, useClient } from '../api.ts'
import { CopyButton } from '../shell/copy-button.tsx'
import { Form } from '../shell/form.tsx'
import { Notice } from '../shell/notice.tsx'
import { PasswordField } from '../shell/password-field.tsx'
import { fileName, saveText } from '../shell/save-file.ts'
import { Section } from '../shell/section.tsx'
import { toast } from '../shell/toast.tsx'
import { Trouble } from '../shell/trouble.tsx'

/** Sets up and removes codes from an authenticator app, and shows the recovery codes. */
export function SecondFactorCard() {
  const client = useClient()
  const state = useQuery({ queryKey: ['second-factor'], queryFn: ({ signal }) => client.auth.secondFactor({ signal }) })
  const [setup, setSetup] = useState<SecondFactorSetup>()
  const [codes, setCodes] = useState<readonly string[]>()
  const finish = (made: readonly string[]) => {
    setSetup(undefined)
    setCodes(made)
    return state.refetch()
  }
  return (
    <Section
      title="Second factor"
      about={
        state.data?.enabled
          ? `On. You have ${state.data.recovery_codes_left} recovery codes left.`
          : 'Sign in with a code from an authenticator app as well as your password.'
      }
    >
      <Trouble error={state.error} retry={() => state.refetch()} />
      {codes && <RecoveryCodes codes={codes} />}
      {state.data?.enabled ? (
        <Remove onDone={() => setCodes(undefined)} />
      ) : setup ? (
        <Confirm setup={setup} onDone={finish} />
      ) : (
        <Begin onDone={setSetup} />
      )}
    </Section>
  )
}

function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const brandName = useBrandName()
  const text = codes.join('\n')
  return (
    <Stack mb="md">
      <Notice tone="good" title="Your second factor is on">
        Keep these recovery codes in a safe place. Each works once if you lose your phone. We will not show them again.
      </Notice>
      <Code block>{text}</Code>
      <Group gap="xs">
        <CopyButton value={text} label="Copy the codes" wide />
        <Button
          variant="subtle"
          size="compact-sm"
          px={6}
          leftSection={<IconDownload size={16} />}
          onClick={() => saveText(`${fileName(brandName, 'recovery-codes')}.txt`, `${text}\n`)}
        >
          Save as a file
        </Button>
      </Group>
    </Stack>
  )
}

function Begin({ onDone }: { onDone: (setup: SecondFactorSetup) => void }) {
  const client = useClient()
  const hasPassword = useAccount()?.has_password ?? true
  const [password, setPassword] = useState('')
  const begin = useMutation({ mutationFn: () => client.auth.beginSecondFactor(password), onSuccess: onDone })
  return (
    <Form act={begin} signingIn>
      {hasPassword && (
        <PasswordField
          label="Your password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
      )}
      <Button type="submit" variant="default" loading={begin.isPending} style={{ alignSelf: 'flex-start' }}>
        Set up
      </Button>
    </Form>
  )
}

interface ConfirmProps {
  readonly setup: SecondFactorSetup
  readonly onDone: (codes: readonly string[]) => void
}

function Confirm({ setup, onDone }: ConfirmProps) {
  const client = useClient()
  const [code, setCode] = useState('')
  const confirm = useMutation({
    mutationFn: () => client.auth.confirmSecondFactor(code),
    onSuccess: ({ recovery_codes: codes }) => onDone(codes),
  })
  const picture = `data:image/svg+xml,${encodeURIComponent(renderSVG(setup.otpauth_url))}`
  return (
    <Form act={confirm} signingIn>
      <Text size="sm">
        Scan this with your authenticator app, or type the key into it. Then enter the code it shows.
      </Text>
      <Group align="flex-start">
        <img src={picture} width={168} height={168} alt="QR code of the key below" />
        <Code style={{ overflowWrap: 'anywhere', maxWidth: 220 }}>{setup.secret}</Code>
      </Group>
      <TextInput
        label="Code from the app"
        autoComplete="one-time-code"
        inputMode="numeric"
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <Button type="submit" loading={confirm.isPending} style={{ alignSelf: 'flex-start' }}>
        Turn on
      </Button>
    </Form>
  )
}

function Remove({ onDone }: { onDone: () => void }) {
  const client = useClient()
  const cache = useQueryClient()
  const hasPassword = useAccount()?.has_password ?? true
  const [form, setForm] = useState({ password: '', code: '' })
  const remove = useMutation({
    mutationFn: () => client.auth.removeSecondFactor(form),
    onSuccess: async () => {
      toast({ title: 'Second factor removed', message: 'You sign in with your password alone again.' })
      onDone()
      await cache.invalidateQueries({ queryKey: ['second-factor'] })
    },
  })
  return (
    <Form act={remove} signingIn>
      {hasPassword && (
        <PasswordField
          label="Your password"
          autoComplete="current-password"
          value={form.password}
          onChange={(event) => setForm({ ...form, password: event.currentTarget.value })}
        />
      )}
      <TextInput
        label="Code from the app"
        autoComplete="one-time-code"
        value={form.code}
        onChange={(event) => setForm({ ...form, code: event.currentTarget.value })}
      />
      <Button type="submit" variant="default" loading={remove.isPending} style={{ alignSelf: 'flex-start' }}>
        Remove
      </Button>
    </Form>
  )
}
