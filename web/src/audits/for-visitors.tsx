import { Button, Group, SimpleGrid, Text } from '@mantine/core'
import { Link } from 'react-router'
import { PageTitle } from '../shell/page-title.tsx'
import { AUDIT_LEAD } from './audit-words.ts'
import classes from './pair-plot.module.css'
import { PairPlot } from './pair-plot.tsx'

/** What an audit is, for people without an account. */
export function ForVisitors() {
  return (
    <>
      <PageTitle title="Is a model even-handed?">{AUDIT_LEAD}</PageTitle>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing={40} verticalSpacing="lg">
        <PairPlot />
        <div>
          <ol className={classes.steps}>
            <li>Choose a model, or upload answers that you already have.</li>
            <li>We ask about both sides of each question, and score every answer.</li>
            <li>A signed report has the result and the numbers behind it.</li>
          </ol>
          <Text>
            A free account is enough: each answer of the model costs one chat call, and answers that you already have
            cost one text analysis each.
          </Text>
          <Group mt="lg">
            <Button component={Link} to="/app/sign-up?next=%2Fapp%2Faudits">
              Sign up for free
            </Button>
            <Button component="a" href="/docs/guide/audits" variant="default">
              How an audit works
            </Button>
          </Group>
        </div>
      </SimpleGrid>
    </>
  )
}
