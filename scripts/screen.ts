// A screen or state that `npm run screenshots` shows.
import type { Page } from 'playwright-core'

export interface Screen {
  readonly name: string
  readonly path: string
  /** What to do there before the pictures are taken. */
  readonly prepare?: (page: Page) => Promise<void>
  /** Undoes what would change the screens that follow. */
  readonly after?: (page: Page) => Promise<void>
  /** As it would be printed. */
  readonly onPaper?: boolean
}
