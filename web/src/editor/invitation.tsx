import { Button, Card, Group, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { useFreePlan } from '../api.ts'
import { countOf } from '../format.ts'

/** For people without an account: says what it takes, keeps their text, demands nothing. */
export function Invitation() {
  const free = useFreePlan()
  return (
    <Card>
      <Title order={2} size="h3">
        Scoring needs a free account
      </Title>
      <Text size="sm" c="dimmed" mt={6}>
        {free ? `${countOf(free.ai_analyze)} analyses a month, no card.` : 'No card needed.'} Your text stays right here
        while you sign up, and is sent only when you are back.
      </Text>
      <Group mt="md" gap="xs">
        <Button component={Link} to="/app/sign-up?next=/app/text">
          Create an account
        </Button>
        <Button component={Link} to="/app/sign-in?next=/app/text" variant="default">
          Sign in
        </Button>
      </Group>
    </Card>
  )
}
