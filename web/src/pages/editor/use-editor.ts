import { allReplaced, replaced } from '@equipoise/score/rewriting'
import type { Evidence } from '@equipoise/sdk'
import { useMemo, useRef } from 'react'
import type { IgnoredWords } from '../../analysis/ignored-words.ts'
import { useAnalysis } from '../../analysis/use-analysis.ts'
import type { EditorService } from '../../analysis/use-service.ts'
import type { OpenDocument } from '../../documents/use-document.ts'
import { isIgnored, questionOf } from '../../marked/ignored.ts'
import { evidenceNamed, neighbour } from '../../marked/segments.ts'
import { typeInto } from '../../sheet/type-into.ts'
import { useEvidence } from '../../sheet/use-evidence.ts'
import { toast } from '../../shell/toast.tsx'
import { useStable } from '../../shell/use-stable.ts'

interface EditorParts {
  readonly text: string
  /** Tells documents apart. */
  readonly subject: string
  readonly setText: (text: string) => void
  /** Where the text stands, and how what was typed is drawn before a command runs. */
  readonly opened: Pick<OpenDocument, 'textNow' | 'catchUpNow' | 'isTyping'>
  /** Gives another document its text back, where that is what "Undo" means by now. */
  readonly restore?: (subject: string, text: string) => void
  readonly service: EditorService
}

/** A text, what is known about it at this moment, and everything that can be done with it. */
export function useEditor({ text, subject, setText, opened, restore, service }: EditorParts) {
  const input = useRef<HTMLTextAreaElement>(null)
  const now = useRef({ text, subject })
  now.current = { text, subject }
  const { words } = service
  const ignored = words.ignored ?? words.here
  const state = useAnalysis(text, { subject, service, isTyping: opened.isTyping })
  const { checked, live } = state
  const question = questionOf(text, ignored)
  const isChecked = checked?.question === question
  const isLive = !isChecked && live?.question === question
  const known = isChecked ? checked : (live ?? checked)
  const found = useEvidence(known, text)
  const evidence = useMemo(() => found.filter((one) => !isIgnored(ignored, one.text)), [found, ignored])

  /** Typed where that works, so that undo takes it back; otherwise set. */
  const write = (next: string) => {
    if (!input.current || !typeInto(input.current, next)) setText(next)
    opened.catchUpNow()
  }
  const select = (start: number, end: number) => {
    input.current?.focus()
    input.current?.setSelectionRange(start, end)
  }
  const commands = useStable(
    {
      ignore: (word: string) => ignoreWord(words, word),
      write,
      select,
      replace: (one: Evidence) => write(replaced(text, one, one.suggestion ?? '')),
      applyAll: () => write(allReplaced(text, evidence)),
      /** Puts another text in place of this one, and offers to take that back. */
      exchange(next: string, message: string) {
        const before = text
        write(next)
        const undo = () => {
          if (now.current.subject !== subject) return restore?.(subject, before)
          // What was written since then can be brought back in its turn.
          if (now.current.text !== next) return commands.exchange(before, 'Your newer text was replaced.')
          write(before)
        }
        if (before.trim() !== '') toast({ message, action: { label: 'Undo', run: undo } })
      },
      /** The loaded word of this name where it stands now: a list may be drawn a moment later than the text. */
      named: (name: string) => evidenceNamed(evidence, name),
      /** To the next or the previous loaded word, seen from the caret. */
      step(by: 1 | -1) {
        const one = neighbour(evidence, input.current?.selectionStart ?? 0, by)
        if (one) select(one.start, one.end)
      },
      /** Asks the service at once. */
      check: () => state.check(),
    },
    opened.catchUpNow,
  )
  return {
    service,
    input,
    state,
    evidence,
    textNow: opened.textNow,
    catchUpNow: opened.catchUpNow,
    isLive,
    /** The analysis of exactly this text; none while more letters come. */
    current: opened.isTyping ? undefined : isChecked ? checked : isLive ? live : undefined,
    /** The last one there was, whatever it was about. */
    last: known,
    ...commands,
  }
}

function ignoreWord({ ignore, restore, isOfAccount }: IgnoredWords, word: string): void {
  ignore(word)
  toast({
    message: isOfAccount
      ? `“${word}” is on your word list: it is ignored in all your texts.`
      : `“${word}” is ignored in this browser.`,
    action: { label: 'Undo', run: () => restore(word) },
  })
}

export type Editor = ReturnType<typeof useEditor>
