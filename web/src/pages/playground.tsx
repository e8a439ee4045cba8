// The engine in the browser, without an account.
import { Card, Container, Text, Title } from '@mantine/core'
import { Suspense } from 'react'
import { useBrandName } from '../api.ts'
import { Controls } from '../playground/controls.tsx'
import classes from '../playground/playground.module.css'
import { Results } from '../playground/results.tsx'
import { FREE_SIZE_MAX } from '../playground/settings.ts'
import { useSettings } from '../playground/use-settings.ts'
import { ErrorBoundary } from '../shell/error-boundary.tsx'
import { later } from '../shell/later.ts'
import { useTabTitle } from '../shell/page-title.tsx'
import { WhenSeen } from '../shell/when-seen.tsx'

const More = later(() => import('../playground/more.tsx').then((part) => part.More))

export function Playground() {
  const { settings, change, isSeedValid, setSeedValid } = useSettings()
  const name = useBrandName()
  useTabTitle('Balance from any bias')
  return (
    <Container>
      <div className={classes.hero}>
        <Title order={1} className={classes.headline}>
          Balance from any bias
        </Title>
        <Text className={classes.lead}>
          {name} turns a source with any bias into a sequence with as many ones as zeros (one more or less if the number
          of bits is odd). Move the slider:{' '}
          {settings.N > FREE_SIZE_MAX ? 'our service computes blocks of this size' : 'your browser computes all of it'},
          and every number can be reproduced from its seed.
        </Text>
        <details className={classes.meanings}>
          <summary>Why not just flip a fair coin?</summary>
          <p>
            A fair coin is balanced only on average: in 1,000 flips, you get more than 515 or fewer than 485 heads about
            one time in three. Here the balance is exact, because every block is followed by its mirror image, so
            anybody who knows a block knows the next one. The bits come from the seed alone, and the source has no
            influence on what the output looks like. Anybody who has the seed gets the same bits, but a seed that you
            picked yourself does not prove that a draw was fair: for that, announce the draw beforehand.
          </p>
        </details>
      </div>
      <Card padding={0} className={classes.bench}>
        <Controls settings={settings} change={change} setSeedValid={setSeedValid} />
        <Results settings={settings} isSeedValid={isSeedValid} />
      </Card>
      <div className={classes.more} inert={!isSeedValid}>
        <WhenSeen heightPx={560}>
          <ErrorBoundary isPart>
            <Suspense>
              <More settings={settings} />
            </Suspense>
          </ErrorBoundary>
        </WhenSeen>
      </div>
    </Container>
  )
}
