import { isSeed, SAMPLES_MAX, SAMPLES_MIN, SIZES } from '@equipoise/engine/setting'
import type { PlanName, Plans } from '@equipoise/sdk'
import { ActionIcon, Anchor, Group, NumberInput, SegmentedControl, Slider, Text, TextInput } from '@mantine/core'
import { IconDice5 } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useAccount, usePlans } from '../api.ts'
import { formatCount } from '../format.ts'
import classes from './playground.module.css'
import { FREE_SIZE_MAX, isSamples, randomSeed, type Settings, settledSamples } from './settings.ts'

interface ControlsProps {
  readonly settings: Settings
  readonly change: (part: Partial<Settings>) => void
  readonly setSeedValid: (isValid: boolean) => void
}

export function Controls({ settings, change, setSeedValid }: ControlsProps) {
  return (
    <div className={classes.controls}>
      <BiasControl bias={settings.bias} change={change} />
      <SizeControl size={settings.N} change={change} />
      <SamplesControl samples={settings.samples} change={change} />
      <SeedControl seed={settings.seed} change={change} setSeedValid={setSeedValid} />
    </div>
  )
}

/** Keeps its own value, so that the thumb moves at once; the address is updated later. */
function BiasControl({ bias, change }: { bias: number; change: ControlsProps['change'] }) {
  const [value, setValue] = useState(bias)
  useEffect(() => setValue(bias), [bias])
  return (
    <div>
      <Group justify="space-between" align="flex-end" mb="sm">
        <Text size="sm" fw={500} id="bias-label">
          Input bias
        </Text>
        <span className={classes.bias}>{value.toFixed(2)}</span>
      </Group>
      <Slider
        aria-labelledby="bias-label"
        thumbProps={{ 'aria-labelledby': 'bias-label' }}
        thumbLabel="Input bias"
        min={0}
        max={1}
        step={0.01}
        value={value}
        label={null}
        size="md"
        marks={[{ value: 0, label: 'all 0' }, { value: 0.5 }, { value: 1, label: 'all 1' }]}
        onChange={(next) => {
          setValue(next)
          change({ bias: next })
        }}
        mb="lg"
        mx={4}
      />
    </div>
  )
}

function SizeControl({ size, change }: { size: Settings['N']; change: ControlsProps['change'] }) {
  const account = useAccount()
  const plans = usePlans().data
  const sizeMax = sizeMaxOf(plans, account?.plan)
  return (
    <div>
      <Text size="sm" fw={500} mb={6} id="size-label">
        Block size N
      </Text>
      <SegmentedControl
        fullWidth
        aria-labelledby="size-label"
        value={String(size)}
        onChange={(value) => {
          const N = SIZES.find((one) => String(one) === value)
          if (N) change({ N })
        }}
        data={SIZES.map((one) => ({
          value: String(one),
          label: String(one),
          disabled: one > sizeMax && one !== size,
        }))}
      />
      {sizeMax < 64 && (
        <Text size="xs" c="dimmed" mt={6}>
          For larger blocks you need a{' '}
          <Anchor component={Link} to="/app/pricing" size="xs" underline="always">
            larger plan
          </Anchor>
          .
        </Text>
      )}
    </div>
  )
}

/** A plan that is not on offer is not listed, so its limit is unknown here; the service checks it. */
function sizeMaxOf(known: Plans | undefined, plan: PlanName | undefined): number {
  if (!known || plan === undefined) return FREE_SIZE_MAX
  return known.plans.find(({ id }) => id === plan)?.max_n ?? Math.max(...SIZES)
}

/** Keeps what is typed, and uses it only if it is allowed. */
function SamplesControl({ samples, change }: { samples: number; change: ControlsProps['change'] }) {
  const [value, setValue] = useState<number | string>(samples)
  // The address is updated a moment later, so this remembers the number in use.
  const counting = useRef(samples)
  useEffect(() => {
    if (samples === counting.current) return
    counting.current = samples
    setValue(samples)
  }, [samples])
  const take = (next: number | string) => {
    setValue(next)
    if (!isSamples(next)) return
    counting.current = next
    change({ samples: next })
  }
  return (
    <NumberInput
      label="Samples"
      value={value}
      min={SAMPLES_MIN}
      max={SAMPLES_MAX}
      step={500}
      thousandSeparator=","
      allowDecimal={false}
      allowNegative={false}
      error={isSamples(value) ? undefined : `Between ${formatCount(SAMPLES_MIN)} and ${formatCount(SAMPLES_MAX)}`}
      onChange={take}
      onBlur={() => take(settledSamples(value, counting.current))}
    />
  )
}

function SeedControl({ seed, change, setSeedValid }: Omit<ControlsProps, 'settings'> & { seed: string }) {
  const [text, setText] = useState(seed)
  const show = (next: string) => {
    setText(next)
    setSeedValid(isSeed(next))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another seed replaces what is typed
  useEffect(() => show(seed), [seed])
  return (
    <TextInput
      label="Seed"
      description="The same seed gives the same result."
      value={text}
      maxLength={128}
      error={isSeed(text) ? undefined : 'Letters, digits, - and _ only'}
      onChange={(event) => {
        const next = event.currentTarget.value
        show(next)
        if (isSeed(next)) change({ seed: next })
      }}
      rightSection={
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label="Another seed"
          title="Another seed"
          onClick={() => {
            const next = randomSeed()
            show(next)
            change({ seed: next })
          }}
        >
          <IconDice5 size={18} />
        </ActionIcon>
      }
    />
  )
}
