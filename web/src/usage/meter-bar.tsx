import type { MeterUse } from '@equipoise/sdk'
import { Group, Progress, Text } from '@mantine/core'
import { formatCount } from '../format.ts'
import { pressureOf, shareOf } from './meters.ts'

const COLOURS = { calm: 'var(--eq-output)', near: 'var(--eq-moderate)', spent: 'var(--eq-biased)' } as const

export function MeterBar({ title, use }: { title: string; use: MeterUse }) {
  const share = shareOf(use)
  return (
    <div>
      <Group justify="space-between" mb={6}>
        <Text size="sm" fw={550}>
          {title}
        </Text>
        <Text size="sm" c="dimmed" className="num">
          {usageText(use)}
        </Text>
      </Group>
      <Progress.Root size={8} radius="xl">
        <Progress.Section
          value={(share ?? 0) * 100}
          color={COLOURS[pressureOf(use)]}
          aria-label={`${title}: ${usageText(use)}`}
        />
      </Progress.Root>
    </div>
  )
}

function usageText({ used, limit }: MeterUse): string {
  if (limit === 0 && used === 0) return 'not in your plan'
  return limit === null ? `${formatCount(used)} · unlimited` : `${formatCount(used)} of ${formatCount(limit)}`
}
