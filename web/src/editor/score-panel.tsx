import type { Analysis } from '@equipoise/sdk'
import { Box, Button, Card, Divider, Group, Text } from '@mantine/core'
import { formatCount, formatScore } from '../format.ts'
import { Notice } from '../shell/notice.tsx'
import { directionWords } from './bands.ts'
import { Gauge } from './gauge.tsx'

const REASONS: Readonly<Record<string, string>> = {
  insufficient_text: 'This is too short to say much. Add a sentence or two.',
  unsupported_language: 'The score is made for English; for other languages it stays in the middle.',
}

interface ScorePanelProps {
  readonly analysis: Analysis
  readonly save: () => void
  /** The score of the text as it was before, where it has changed since. */
  readonly before?: number | undefined
}

export function ScorePanel({ analysis, save, before }: ScorePanelProps) {
  const { ain_score, band, svc_certified, bias_direction, word_ratios, word_count, reason } = analysis
  return (
    <Card>
      <Gauge score={ain_score} band={band} certified={svc_certified} />
      {before !== undefined && (
        <Text size="sm" ta="center" mt={6} className="num" data-testid="before-after">
          {formatScore(before)} → {formatScore(ain_score)}
        </Text>
      )}
      {reason && (
        <Box mt="md">
          <Notice tone="warning">{REASONS[reason] ?? reason.replaceAll('_', ' ')}</Notice>
        </Box>
      )}
      <Divider my="md" />
      {reason !== 'unsupported_language' && (
        <>
          <Row name="Direction" value={directionWords(bias_direction)} />
          <Row name="Loaded words" value={percent(word_ratios.loaded)} />
          <Row
            name="Positive · negative"
            value={`${percent(word_ratios.positive)} · ${percent(word_ratios.negative)}`}
          />
        </>
      )}
      <Row name="Words" value={formatCount(word_count)} />
      <Row name="Confidence" value={percent(analysis.confidence)} />
      <Text size="xs" c="dimmed" mt="sm">
        The score is about wording, not about truth or balance of arguments. Model {analysis.model_version}.
      </Text>
      <Button mt="md" size="xs" variant="default" onClick={save}>
        Save the analysis as JSON
      </Button>
    </Card>
  )
}

function Row({ name, value }: { name: string; value: string }) {
  return (
    <Group justify="space-between" py={3} wrap="nowrap">
      <Text size="sm" c="dimmed">
        {name}
      </Text>
      <Text size="sm" fw={550} className="num">
        {value}
      </Text>
    </Group>
  )
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}
