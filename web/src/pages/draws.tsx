// Draws that anybody can check: winners, dice, loot, commitments, and the pages that were published.
import { Box, Tabs } from '@mantine/core'
import { useSearchParams } from 'react-router'
import { Commitments, PublishedList } from '../draws/commit.tsx'
import { DiceForm, LootForm, Winners } from '../draws/kinds.tsx'
import { PageTitle } from '../shell/page-title.tsx'

const TABS = [
  { value: 'winners', label: 'Winners', Panel: Winners },
  { value: 'dice', label: 'Dice', Panel: DiceForm },
  { value: 'loot', label: 'Loot table', Panel: LootForm },
  { value: 'commit', label: 'Commit and reveal', Panel: Commitments },
  { value: 'published', label: 'Published', Panel: PublishedList },
] as const

export function Draws() {
  const [search, setSearch] = useSearchParams()
  const tab = TABS.find(({ value }) => value === search.get('tab'))?.value ?? 'winners'
  return (
    <Box maw={960}>
      <PageTitle title="Draws">
        Pick winners, throw dice or pull loot. Every draw has a signed receipt, and you can publish it as a page that
        anybody can check.
      </PageTitle>
      <Tabs
        value={tab}
        onChange={(value) => setSearch({ tab: value ?? 'winners' }, { replace: true })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          {TABS.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {TABS.map(({ value, Panel }) => (
          <Tabs.Panel key={value} value={value}>
            <Panel />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Box>
  )
}
