// The activity of an account: actions of its owner and of administrators in one list.
import type { AdminAccount } from '@equipoise/sdk'
import { activityWords } from '../shell/activity-words.ts'

interface ActivityRow {
  readonly key: string
  readonly at: string
  readonly words: string
  /** The administrator with their reason, or the IP address of the owner's request. */
  readonly by: string
}

/** Newest first. The owner's audit log repeats the actions of administrators: they are shown once, with the reason. */
export function activityOf({ administration, audit }: Pick<AdminAccount, 'administration' | 'audit'>): ActivityRow[] {
  const acts = administration.map(({ id, at, action, detail, administrator, reason }) => ({
    key: `admin ${id}`,
    at,
    words: activityWords(action, detail),
    by: `${administrator}: ${reason}`,
  }))
  const own = audit
    .filter(({ address }) => address !== 'administrator')
    .map(({ id, at, event, detail, address }) => ({
      key: `audit ${id}`,
      at,
      words: activityWords(event, detail),
      by: address,
    }))
  return [...acts, ...own].sort((a, b) => Date.parse(b.at) - Date.parse(a.at))
}
