// The engine, live, without an account.
import { Anchor, Card, Container, SimpleGrid, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { useBrand } from '../api.ts'
import { Controls } from '../playground/controls.tsx'
import classes from '../playground/playground.module.css'
import { Reproduce } from '../playground/reproduce-card.tsx'
import { Results } from '../playground/results.tsx'
import { Sweep } from '../playground/sweep.tsx'
import { useSettings } from '../playground/use-settings.ts'
import { useTabTitle } from '../shell/page-title.tsx'

export function Playground() {
  const { settings, change } = useSettings()
  const name = useBrand()?.name ?? 'Equipoise'
  useTabTitle('Balance from any bias')
  return (
    <Container size="lg">
      <div className={classes.hero}>
        <Title order={1} className={classes.headline}>
          Any bias in. Balance out.
        </Title>
        <Text className={classes.lead}>
          {name} turns a source with any bias into a sequence that is balanced exactly, and{' '}
          <Anchor component={Link} to="/app/text" inherit underline="always">
            scores how neutral a text is
          </Anchor>
          . Every number can be reproduced from its seed.
        </Text>
      </div>
      <Card padding={0} className={classes.bench}>
        <Controls settings={settings} change={change} />
        <Results settings={settings} />
      </Card>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" mt="lg">
        <Sweep settings={settings} />
        <Reproduce settings={settings} />
      </SimpleGrid>
    </Container>
  )
}
