import { Button, Container, Group, Text, Title } from '@mantine/core'
import { Link, useLocation } from 'react-router'
import { useTabTitle } from '../shell/page-title.tsx'

export function NotFound() {
  const { pathname } = useLocation()
  useTabTitle('Not found')
  return (
    <Container py={64}>
      <Text className="eyebrow">404</Text>
      <Title order={1} mt={4}>
        There is nothing here
      </Title>
      <Text mt="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        We have no page at {pathname}. It may have moved, or the link has a typo.
      </Text>
      <Group mt="lg">
        <Button component={Link} to="/">
          Go to the home page
        </Button>
        <Button variant="default" component="a" href="/docs">
          API reference
        </Button>
      </Group>
    </Container>
  )
}
