// A draw to try without an account: it is not signed, but anyone can repeat it.
import { Anchor, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from 'react-router'
import { nowMs } from '../clock.ts'
import { keepDraw } from '../kept/kept-draws.ts'
import { Section } from '../shell/section.tsx'
import { drawHere, type WishHere } from './draw-here.ts'
import { type DrawFormProps, FormCard } from './form-card.tsx'
import { LastDraw } from './history.tsx'
import { comeIntoView, Earlier, Values } from './values.tsx'

const SEED_BYTES = 16

export function VisitorForm({ children, kind, wish, action }: DrawFormProps) {
  const draw = useMutation({
    mutationFn: async () => ({ ...drawHere(wish as WishHere, newSeed()), wish: wish as WishHere }),
    onSuccess: ({ wish: { kind }, values, totals, seed }) =>
      keepDraw({
        id: crypto.randomUUID(),
        kind,
        values,
        seed,
        drawn_at: new Date(nowMs()).toISOString(),
        url: null,
        ...(totals ? { totals } : {}),
      }),
  })
  return (
    <>
      <FormCard draw={draw} action={action} canDraw={wish !== undefined} fields={[]}>
        {children}
      </FormCard>
      {!draw.data && <LastDraw kind={kind} />}
      {draw.data && (
        <Section title="Drawn" isSmall aria-live="polite" ref={comeIntoView}>
          <Earlier drawn={draw.data.wish} wish={wish} />
          <Values draw={{ ...draw.data, kind: draw.data.wish.kind }} />
          <Text size="sm" mt="md" style={{ overflowWrap: 'anywhere' }}>
            Your browser drew this with the seed <code>{draw.data.seed}</code>. The same entries and the same seed
            always give the same result.
          </Text>
          <WithAccount />
        </Section>
      )}
    </>
  )
}

export function WithAccount() {
  return (
    <Text size="sm" mt="xs">
      With an account, a draw gets a signed receipt, and you can publish it as a page. Announce it beforehand, and
      everybody can see that this draw was fixed before it could be known.{' '}
      <Anchor component={Link} to="/app/sign-up?next=%2Fapp%2Fdraws" underline="always">
        Sign up for free
      </Anchor>
    </Text>
  )
}

function newSeed(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SEED_BYTES))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
