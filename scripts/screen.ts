// A screen or state that `npm run screenshots` captures.
import type { Page } from 'playwright-core'

export interface Screen {
  readonly name: string
  readonly path: string
  /** What to do before the screenshots are taken. */
  readonly prepare?: (page: Page) => Promise<void>
  /** Undoes what would change later screens. */
  readonly after?: (page: Page) => Promise<void>
  /** As it would be printed. */
  readonly onPaper?: boolean
}
