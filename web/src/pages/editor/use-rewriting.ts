import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { isLongerThan } from '../../analysis/parts.ts'
import { CHARS_MAX } from '../../analysis/use-analysis.ts'
import { noticeEndOfSession, useClient } from '../../api.ts'
import { formatScore } from '../../format.ts'
import { toast } from '../../shell/toast.tsx'
import { tellTrouble } from '../../shell/trouble.tsx'
import { useStable } from '../../shell/use-stable.ts'
import type { Editor } from './use-editor.ts'

export interface Rewriting {
  readonly isRunning: boolean
  run(): void
}

/** How many ignored words of this browser are sent; the service knows those of the account. */
const IGNORED_MAX = 200

/** Lets the deployment's model rewrite the loaded words and nothing else; undefined for visitors, without a model, and for long texts. */
export function useRewriting(text: string, editor: Editor, accept: (write: () => void) => void): Rewriting | undefined {
  const client = useClient()
  const cache = useQueryClient()
  const { isMember, hasModel, words } = editor.service
  const { here } = words
  const [isRunning, setRunning] = useState(false)
  const latest = useRef(accept)
  latest.current = accept
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const run = async () => {
    const controller = new AbortController()
    running.current = controller
    const { signal } = controller
    setRunning(true)
    try {
      const ignore = here.slice(-IGNORED_MAX)
      const edit = await client.ai.neutralise({ text, mode: 'model', ignore }, { signal })
      void cache.invalidateQueries({ queryKey: ['usage'] })
      if (signal.aborted) return
      if (editor.textNow() !== text) {
        toast({
          message:
            'The text changed in the meantime, so we did not rewrite it. Try again when you have finished typing.',
        })
      } else if (edit.text === text) {
        toast({ message: 'The model found no neutral wording for these words.' })
      } else {
        latest.current(() => editor.write(edit.text))
        const changes = edit.changes.length === 1 ? '1 change' : `${edit.changes.length} changes`
        const scores = `${formatScore(edit.before.ain_score)} → ${formatScore(edit.after.ain_score)}`
        toast({ message: `${changes}, score ${scores}.`, action: { label: 'Undo', run: () => editor.write(text) } })
      }
    } catch (error) {
      if (signal.aborted) return
      noticeEndOfSession(error)
      tellTrouble(error, 'The text could not be rewritten')
    } finally {
      if (!signal.aborted) setRunning(false)
    }
  }
  const { start } = useStable({ start: () => void run() })
  const canRun = isMember === true && hasModel && !isLongerThan(text, CHARS_MAX)
  return useMemo(() => (canRun ? { isRunning, run: start } : undefined), [canRun, isRunning, start])
}
