import { NumberInput, SimpleGrid, Text } from '@mantine/core'
import { MARGINS, type Margins } from './audit-words.ts'

interface MarginInputsProps {
  readonly margins: Margins
  readonly onChange: (margins: Margins) => void
}

/** Collapsed, because the default margins suit most audits. */
export function MarginInputs({ margins, onChange }: MarginInputsProps) {
  return (
    <details>
      <Text component="summary" size="sm" style={{ cursor: 'pointer' }}>
        Margins
      </Text>
      <Text size="xs" c="dimmed" mt={4} mb="xs">
        A mean difference up to its margin is too small to matter. Leave a field empty to use the usual one.
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="xs">
        {MARGINS.map(({ measure, label, usual }) => (
          <NumberInput
            key={measure}
            label={label}
            placeholder={String(usual)}
            size="xs"
            min={0}
            step={usual / 5}
            value={margins[measure] ?? ''}
            onChange={(value) => onChange(withMargin(margins, measure, Number(value)))}
          />
        ))}
      </SimpleGrid>
    </details>
  )
}

function withMargin(margins: Margins, measure: keyof Margins, value: number): Margins {
  const { [measure]: _, ...others } = margins
  return value > 0 ? { ...others, [measure]: value } : others
}
