import { Anchor, Button, Group, SimpleGrid, Text, TextInput, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { useClient } from '../api.ts'
import { messageFor, Trouble } from '../shell/trouble.tsx'

const STEPS = [
  {
    title: 'Score a text',
    text: 'See which words tilt a text, in which direction and how strongly, and replace them with one click.',
    to: '/app/text',
    link: 'Open the text editor',
  },
  {
    title: 'Chat through the filter',
    text: 'Every answer carries its score. In strict mode a loaded answer is asked again, up to three times.',
    to: '/app/chat',
    link: 'Open the chat',
  },
] as const

export function NextSteps() {
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }} spacing={40} mt={64}>
      {STEPS.map(({ title, text, to, link }) => (
        <div key={to}>
          <Title order={2} size="h3">
            {title}
          </Title>
          <Text size="sm" c="dimmed" mt={6} mb="sm">
            {text}
          </Text>
          <Anchor component={Link} to={to} size="sm" fw={550}>
            {link}
          </Anchor>
        </div>
      ))}
      <Newsletter />
    </SimpleGrid>
  )
}

function Newsletter() {
  const client = useClient()
  const [email, setEmail] = useState('')
  const subscribe = useMutation({ mutationFn: () => client.subscribeNewsletter(email) })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    subscribe.mutate()
  }
  return (
    <form onSubmit={submit} noValidate>
      <Title order={2} size="h3">
        News, rarely
      </Title>
      <Text size="sm" c="dimmed" mt={6} mb="sm">
        What changed, at most once a month. One click ends it.
      </Text>
      {subscribe.isSuccess ? (
        <Text size="sm" role="status">
          You are on the list. Thank you.
        </Text>
      ) : (
        <Group gap="xs" align="flex-start" wrap="nowrap">
          <TextInput
            flex={1}
            type="email"
            aria-label="Email for the newsletter"
            placeholder="you@example.com"
            value={email}
            error={messageFor(subscribe.error, 'email')}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <Button type="submit" variant="default" loading={subscribe.isPending}>
            Subscribe
          </Button>
        </Group>
      )}
      <Trouble error={subscribe.error} fields={['email']} />
    </form>
  )
}
