import type { Draw, DrawRequest } from '@equipoise/sdk'
import { Button, Card, Group, Stack } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { Trouble } from '../shell/trouble.tsx'

export interface DrawFormProps {
  readonly children: ReactNode
  readonly fields: readonly string[]
  /** What to draw; undefined while the form is not complete. */
  readonly wish: DrawRequest | undefined
  readonly action: string
  /** Offers the announced draw first, because it is the one that others can trust. */
  readonly isForOthers?: boolean
  /** Lets the caller update its state after a draw, such as the state of loot guarantees. */
  readonly onDrawn?: (draw: Draw) => void
}

interface FormCardProps {
  readonly children: ReactNode
  /** The fields that show their own errors. */
  readonly fields: readonly string[]
  readonly draw: { mutate(): void; readonly error: unknown; readonly isPending: boolean }
  readonly action: string
  readonly canDraw: boolean
}

export function FormCard({ children, fields, draw, action, canDraw }: FormCardProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    draw.mutate()
  }
  return (
    <Card>
      <form onSubmit={submit} noValidate>
        <Stack>
          <Trouble error={draw.error} fields={fields} />
          {children}
          <Group justify="flex-end">
            <Button type="submit" loading={draw.isPending} disabled={!canDraw}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  )
}
