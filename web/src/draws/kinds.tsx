// The forms of the draws: winners, dice, loot.
import { DRAW_NUMBERS_MAX } from '@equipoise/engine'
import type { Odds } from '@equipoise/sdk'
import { Button, Group, NumberInput, Stack, Table, Text, Textarea, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useClient } from '../api.ts'
import { formatCount, formatPercent } from '../format.ts'
import { useDrawNames } from '../kept/draw-names.ts'
import { armsOf, namesOf, numbered, pastedIn } from '../shell/read-lines.ts'
import { Section } from '../shell/section.tsx'
import { Trouble } from '../shell/trouble.tsx'
import { DrawForm } from './draw-form.tsx'
import { NAMES_MAX } from './draw-here.ts'

export function Winners() {
  const [text, setText] = useDrawNames()
  const [typed, setTyped] = useState<number | string>(1)
  const count = Number(typed)
  const { names: entries, twice } = useMemo(() => numbered(namesOf(text)), [text])
  const isTooLong = entries.length > NAMES_MAX
  const wish = useMemo(() => ({ kind: 'winners' as const, entries: [...entries], count }), [entries, count])
  return (
    <DrawForm
      kind="winners"
      fields={[]}
      wish={entries.length > 0 && !isTooLong ? wish : undefined}
      action={count === 1 ? 'Draw a winner' : count > 1 ? `Draw ${formatCount(count)} winners` : 'Draw winners'}
    >
      <Textarea
        label="Names"
        description="One name per line. For extra tickets, add a number: Ada 1, Ada 2."
        placeholder={'Ada\nGrace\nLinus'}
        rows={8}
        resize="vertical"
        value={text}
        error={isTooLong ? `Draw from at most ${formatCount(NAMES_MAX)} names at once.` : undefined}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <PastedList text={text} use={(names) => setText(names.join('\n'))} />
      {twice.length > 0 && (
        <Text size="sm" aria-live="polite">
          “{twice[0]}” appears more than once{twice.length > 1 && `, and so do ${twice.length - 1} others`}. We number
          them: {twice[0]} 1, {twice[0]} 2.
        </Text>
      )}
      <Group align="flex-end">
        <NumberInput
          label="Winners"
          allowDecimal={false}
          min={1}
          clampBehavior="none"
          value={typed}
          onChange={setTyped}
          w={120}
        />
        <Text size="sm" c="dimmed" pb={8}>
          {entries.length === 0
            ? 'No names yet'
            : `${formatCount(entries.length)} ${entries.length === 1 ? 'name' : 'names'}`}
        </Text>
      </Group>
    </DrawForm>
  )
}

const PREVIEW_MAX = 5

/** Offers to split a list pasted in another format into one name per line, with a preview. */
function PastedList({ text, use }: { text: string; use: (names: readonly string[]) => void }) {
  const pasted = useMemo(() => pastedIn(text), [text])
  if (!pasted) return null
  const { question, names } = pasted
  const rest = names.length > PREVIEW_MAX ? ` and ${formatCount(names.length - PREVIEW_MAX)} more` : ''
  return (
    <Group gap="sm" role="group" aria-label="Pasted list">
      <Text size="sm" style={{ flex: '1 1 240px', overflowWrap: 'anywhere' }}>
        {question} {names.slice(0, PREVIEW_MAX).join(' · ')}
        {rest}
      </Text>
      <Button variant="default" size="xs" onClick={() => use(names)}>
        One name per line
      </Button>
    </Group>
  )
}

export function DiceForm() {
  const [dice, setDice] = useState('2d6')
  const [count, setCount] = useState<number | string>(1)
  const wish = { kind: 'dice', dice: withoutSpaces(dice), count: Number(count) } as const
  return (
    <DrawForm kind="dice" fields={[]} wish={wish.dice ? wish : undefined} action="Throw">
      <Group align="flex-start">
        <TextInput
          label="Dice"
          description="Such as 3d6 or 1d20+4"
          value={dice}
          onChange={(event) => setDice(event.currentTarget.value)}
          style={{ flex: '2 1 160px' }}
        />
        <NumberInput
          label="Throws"
          description={`1 to ${formatCount(DRAW_NUMBERS_MAX)}`}
          allowDecimal={false}
          min={1}
          clampBehavior="none"
          value={count}
          onChange={setCount}
          style={{ flex: '1 1 120px' }}
        />
      </Group>
    </DrawForm>
  )
}

/** "3d6 + 2" is sent as 3d6+2. */
function withoutSpaces(dice: string): string {
  const parts = dice.split(/([+-])/)
  return parts.map((part) => part.trim()).join('')
}

export function LootForm() {
  const [text, setText] = useState('Common 943\nRare 51\nLegendary 6')
  const [rules, setRules] = useState('Legendary: 90\nRare, Legendary: 10')
  const [count, setCount] = useState(10)
  const [state, setState] = useState<number[] | undefined>(undefined)
  const items = armsOf(text)
  const pity = rulesOf(rules)
  const table = { kind: 'loot' as const, items, pity }
  const isSame = state?.length === pity.length
  return (
    <Stack>
      <DrawForm
        kind="loot"
        fields={[]}
        wish={items.length > 0 ? { ...table, count, state: isSame ? state : undefined } : undefined}
        action={count === 1 ? 'Pull once' : `Pull ${formatCount(count)} times`}
        onDrawn={(draw) => setState(draw.state)}
      >
        <Textarea
          label="Items"
          description="One per line, with a weight: Legendary 6"
          autosize
          minRows={3}
          maxRows={14}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Textarea
          label="Guarantees"
          description="Optional, one per line: which items, and with which pull one comes at the latest. Legendary: 90"
          autosize
          minRows={2}
          maxRows={4}
          value={rules}
          onChange={(event) => setRules(event.currentTarget.value)}
        />
        <NumberInput
          label="Pulls"
          allowDecimal={false}
          min={1}
          max={1_000}
          value={count}
          onChange={(value) => setCount(Number(value) || 1)}
          w={140}
        />
        {isSame && pity.length > 0 && (
          <Text size="sm" c="dimmed">
            Pulls since the last hit: {pity.map((rule, i) => `${rule.items.join(', ')}: ${state?.[i]}`).join(' · ')}.{' '}
            <Button variant="subtle" size="compact-sm" onClick={() => setState(undefined)}>
              Start again
            </Button>
          </Text>
        )}
      </DrawForm>
      <OddsCard table={table} pulls={count} />
    </Stack>
  )
}

type LootTable = { kind: 'loot'; items: { name: string; weight: number }[]; pity: { items: string[]; after: number }[] }

function OddsCard({ table, pulls }: { table: LootTable; pulls: number }) {
  const client = useClient()
  const odds = useMutation({ mutationFn: () => client.odds({ ...table, pulls }) })
  return (
    <Section
      title="Exact odds"
      isSmall
      action={
        <Button
          variant="default"
          loading={odds.isPending}
          disabled={table.items.length === 0}
          onClick={() => odds.mutate()}
        >
          Compute
        </Button>
      }
    >
      <Trouble error={odds.error} />
      {odds.data ? (
        <OddsTable odds={odds.data} />
      ) : (
        <Text size="sm" c="dimmed">
          The odds that weights and guarantees give together. We calculate them exactly, without simulation.
        </Text>
      )}
    </Section>
  )
}

function OddsTable({ odds: { items, guarantees, pulls } }: { odds: Odds }) {
  return (
    <Stack gap="sm">
      <Table.ScrollContainer minWidth={420}>
        <Table className="num">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Item</Table.Th>
              <Table.Th>By weight</Table.Th>
              <Table.Th>With guarantees</Table.Th>
              <Table.Th>In {formatCount(pulls)} pulls</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {items.map(({ name, base, long_run, expected }) => (
              <Table.Tr key={name}>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>{name}</Table.Td>
                <Table.Td>{oddsOf(base)}</Table.Td>
                <Table.Td>{oddsOf(long_run)}</Table.Td>
                <Table.Td>{expected.toFixed(2)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {guarantees.map((one) => (
        <Text size="sm" key={one.items.join()}>
          {one.items.join(', ')}: every {one.pulls_mean.toFixed(1)} pulls on average, at the latest with pull{' '}
          {formatCount(one.after)}. At least one in {formatCount(pulls)} pulls from the start: {oddsOf(one.within)}.
        </Text>
      ))}
    </Stack>
  )
}

/** "Rare, Legendary: 10" guarantees one of the two with the tenth pull. */
function rulesOf(text: string): { items: string[]; after: number }[] {
  return namesOf(text).map((line) => {
    const [, names = line, after = '0'] = /^(.*):\s*(\d{1,6})$/.exec(line) ?? []
    const items = names.split(',').map((name) => name.trim())
    return { items: items.filter(Boolean), after: Number(after) }
  })
}

function oddsOf(share: number): string {
  return formatPercent(share, share < 0.01 ? 3 : 2)
}
