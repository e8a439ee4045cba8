import type { Draw, DrawRequest } from '@equipoise/sdk'
import { Button, Card, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { Form } from '../shell/form.tsx'

export interface DrawFormProps {
  readonly children: ReactNode
  readonly kind: DrawRequest['kind']
  readonly fields: readonly string[]
  /** What to draw; undefined while the form is not complete. */
  readonly wish: DrawRequest | undefined
  readonly action: string
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
  return (
    <Card>
      <Form act={draw} fields={fields}>
        {children}
        <Group justify="flex-end">
          <Button type="submit" loading={draw.isPending} disabled={!canDraw}>
            {action}
          </Button>
        </Group>
      </Form>
    </Card>
  )
}
