// The engine, live, without an account.
import { Card, Container, SimpleGrid, Text, Title } from '@mantine/core'
import { useBrandName } from '../api.ts'
import { Controls } from '../playground/controls.tsx'
import { Evidence } from '../playground/evidence.tsx'
import classes from '../playground/playground.module.css'
import { Reproduce } from '../playground/reproduce-card.tsx'
import { Results } from '../playground/results.tsx'
import { Sweep } from '../playground/sweep.tsx'
import { useSettings } from '../playground/use-settings.ts'
import { useTabTitle } from '../shell/page-title.tsx'

export function Playground() {
  const { settings, change, isSeedValid, setSeedValid } = useSettings()
  const name = useBrandName()
  useTabTitle('Balance from any bias')
  return (
    <Container size="lg">
      <div className={classes.hero}>
        <Title order={1} className={classes.headline}>
          Any bias in. Balance out.
        </Title>
        <Text className={classes.lead}>
          {name} turns a source with any bias into a sequence with exactly as many ones as zeros. Move the slider: your
          browser computes everything you see, and every number can be reproduced from its seed.
        </Text>
        <details className={classes.meanings}>
          <summary>Why not just flip a fair coin?</summary>
          <p>
            A fair coin is balanced only on average: in 1,000 flips, you get more than 515 or fewer than 485 heads about
            one time in three. Here the balance is exact for every sequence, the source can be as biased as you like,
            and anybody who has the seed gets the same bits. That is what you need to prove that a draw, a shuffle or a
            split into groups was fair.
          </p>
        </details>
      </div>
      <Card padding={0} className={classes.bench}>
        <Controls settings={settings} change={change} setSeedValid={setSeedValid} />
        <Results settings={settings} isSeedValid={isSeedValid} />
      </Card>
      <div className={classes.more} inert={!isSeedValid}>
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" mt="lg">
          <Sweep settings={settings} />
          <Reproduce settings={settings} />
        </SimpleGrid>
        <Evidence settings={settings} />
      </div>
    </Container>
  )
}
