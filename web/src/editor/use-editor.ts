import { allReplaced, replaced } from '@equipoise/score/rewriting'
import type { Evidence } from '@equipoise/sdk'
import { useMemo, useRef, useState } from 'react'
import { toast } from '../shell/toast.tsx'
import { isIgnored, questionOf } from './ignored.ts'
import { useIgnoredWords } from './ignored-words.ts'
import { neighbour } from './segments.ts'
import { typeInto } from './type-into.ts'
import { useAnalysis } from './use-analysis.ts'
import { useEvidence } from './use-evidence.ts'

interface EditorParts {
  readonly text: string
  /** Tells documents apart. */
  readonly subject: string
  readonly setText: (text: string) => void
}

/** A text, what is known about it at this moment, and everything that can be done with it. */
export function useEditor({ text, subject, setText }: EditorParts) {
  const input = useRef<HTMLTextAreaElement>(null)
  const words = useIgnoredWords()
  const ignored = words.ignored ?? words.here
  const state = useAnalysis(text, { subject, words })
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
  }
  const select = (start: number, end: number) => {
    input.current?.focus()
    input.current?.setSelectionRange(start, end)
  }
  const commands = useStable({
    ignore(word: string) {
      words.ignore(word)
      toast({
        message: words.isOfAccount
          ? `“${word}” is on your word list: it is ignored in all your texts.`
          : `“${word}” is ignored in this browser.`,
        action: { label: 'Undo', run: () => words.restore(word) },
      })
    },
    write,
    select,
    replace: (one: Evidence) => write(replaced(text, one, one.suggestion ?? '')),
    applyAll: () => write(allReplaced(text, evidence)),
    /** Puts another text in place of this one, and offers to take that back. */
    exchange(next: string, message: string) {
      const before = text
      write(next)
      if (before.trim() !== '') toast({ message, action: { label: 'Undo', run: () => write(before) } })
    },
    /** To the next or the previous loaded word, seen from the caret. */
    step(by: 1 | -1) {
      const one = neighbour(evidence, input.current?.selectionStart ?? 0, by)
      if (one) select(one.start, one.end)
    },
  })
  return {
    input,
    state,
    evidence,
    isLive,
    /** The analysis of exactly this text. */
    current: isChecked ? checked : isLive ? live : undefined,
    /** The last one there was, whatever it was about. */
    last: known,
    ...commands,
  }
}

/** The same functions at every render, doing what the latest ones do: a long list is not drawn anew for each keystroke. */
function useStable<T extends Record<string, (...args: never[]) => void>>(functions: T): T {
  const latest = useRef(functions)
  latest.current = functions
  const [stable] = useState(
    () =>
      Object.fromEntries(
        Object.keys(functions).map((name) => [name, (...args: never[]) => latest.current[name]?.(...args)]),
      ) as T,
  )
  return stable
}

export type Editor = ReturnType<typeof useEditor>
