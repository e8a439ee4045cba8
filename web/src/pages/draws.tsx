// Draws that anyone can check: winners, dice, loot, commitments, and published results.
import { Box, Tabs } from '@mantine/core'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useAccount } from '../api.ts'
import { Commitments, PublishedList } from '../draws/commit.tsx'
import { History } from '../draws/history.tsx'
import { DiceForm, LootForm, Winners } from '../draws/kinds.tsx'
import { PrizeDraws } from '../draws/prize-form.tsx'
import { PageTitle } from '../shell/page-title.tsx'

/** Forms stay mounted while another tab is open, so that their input and result stay; lists are loaded again. */
const FORMS = [
  { value: 'winners', label: 'Winners', Panel: Winners, isForm: true },
  { value: 'dice', label: 'Dice', Panel: DiceForm, isForm: true },
] as const
const HISTORY = { value: 'history', label: 'History', Panel: History, isForm: false } as const
const OPEN_TABS = [...FORMS, HISTORY] as const
const TABS = [
  ...FORMS,
  { value: 'prize', label: 'Prize draw', Panel: PrizeDraws, isForm: true },
  { value: 'loot', label: 'Loot table', Panel: LootForm, isForm: true },
  { value: 'commit', label: 'Commit and reveal', Panel: Commitments, isForm: false },
  HISTORY,
  { value: 'published', label: 'Published', Panel: PublishedList, isForm: false },
] as const

export function Draws() {
  const [search, setSearch] = useSearchParams()
  const isMember = Boolean(useAccount())
  const tabs = isMember ? TABS : OPEN_TABS
  const tab = tabs.find(({ value }) => value === search.get('tab'))?.value ?? 'winners'
  const [seen, setSeen] = useState<readonly string[]>([])
  if (!seen.includes(tab)) setSeen([...seen, tab])
  return (
    <Box maw={960}>
      <PageTitle title="Draws">
        {isMember
          ? 'Pick winners, throw dice or pull loot. Every draw has a signed receipt, and you can publish it as a page that anybody can check.'
          : 'Pick winners or throw dice in your browser, without an account. With one, every draw gets a signed receipt, and you can publish it as a page that anybody can check.'}
      </PageTitle>
      <Tabs
        value={tab}
        onChange={(value) => setSearch({ tab: value ?? 'winners' }, { replace: true })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          {tabs.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map(({ value, Panel, isForm }) => (
          <Tabs.Panel key={value} value={value} keepMounted={isForm}>
            {seen.includes(value) && <Panel />}
          </Tabs.Panel>
        ))}
      </Tabs>
    </Box>
  )
}
