import { allReplaced, replaced } from '@equipoise/score/rewriting'
import type { Evidence } from '@equipoise/sdk'
import { useEffect, useMemo, useRef } from 'react'
import type { IgnoredWords } from '../../analysis/ignored-words.ts'
import { useAnalysis } from '../../analysis/use-analysis.ts'
import type { EditorService } from '../../analysis/use-service.ts'
import type { OpenDocument } from '../../documents/use-document.ts'
import { isIgnored, questionOf } from '../../marked/ignored.ts'
import { evidenceNamed, neighbour } from '../../marked/segments.ts'
import { selectIn } from '../../sheet/place.ts'
import { typeInto } from '../../sheet/type-into.ts'
import { useEvidence } from '../../sheet/use-evidence.ts'
import { toast } from '../../shell/toast.tsx'
import { useStable } from '../../shell/use-stable.ts'

interface EditorParts {
  readonly text: string
  /** Identifies the document. */
  readonly subject: string
  readonly setText: (text: string) => void
  /** The current text, and a function that renders it before a command runs. */
  readonly opened: Pick<OpenDocument, 'textNow' | 'catchUpNow' | 'isTyping'>
  /** Restores the text of another document, if the person has switched documents before "Undo". */
  readonly restore?: (subject: string, text: string) => void
  readonly service: EditorService
}

/** How often "Apply all" continues: a word can hide another one. */
const APPLY_ROUNDS_MAX = 4

export function useEditor({ text, subject, setText, opened, restore, service }: EditorParts) {
  const input = useRef<HTMLTextAreaElement>(null)
  const open = useRef<(one: Evidence) => void>(undefined)
  const now = useRef({ text, subject })
  now.current = { text, subject }
  const known = useKnown({ text, subject, opened, service })
  const { evidence, isKnown, state } = known

  /** Types the text if possible, so that the browser's undo works; otherwise sets it. */
  const write = (next: string) => {
    if (!input.current || !typeInto(input.current, next)) setText(next)
    opened.catchUpNow()
  }
  const select = (start: number, end: number) => selectIn(input.current, start, end)
  const show = (one: Evidence | undefined) => {
    if (!one) return
    select(one.start, one.end)
    open.current?.(one)
  }
  const commands = useStable(
    {
      ignore: (word: string) => ignoreWord(service.words, word),
      write,
      select,
      replace: (one: Evidence) => write(replaced(text, one, one.suggestion ?? '')),
      applyAll: useApplyAll({ text, evidence, isKnown, write }),
      /** Replaces the text, and offers to undo that. */
      exchange(next: string, message: string) {
        const before = text
        write(next)
        const undo = () => {
          if (now.current.subject !== subject) return restore?.(subject, before)
          // Exchanges again, so that what was written since can be restored too.
          if (now.current.text !== next) return commands.exchange(before, 'Your newer text was replaced.')
          write(before)
        }
        if (before.trim() !== '') toast({ message, action: { label: 'Undo', run: undo } })
      },
      /** By name, because a list may be rendered later than the text. */
      replaceNamed(names: readonly string[]) {
        const named = names.flatMap((name) => evidenceNamed(evidence, name) ?? [])
        write(allReplaced(text, named))
      },
      showNamed: (name: string) => show(evidenceNamed(evidence, name)),
      /** Shows the next or previous loaded word from the caret. */
      step: (by: 1 | -1) => show(neighbour(evidence, input.current?.selectionStart ?? 0, by)),
      /** Sends the text to the service at once. */
      check: () => state.check(),
    },
    opened.catchUpNow,
  )
  return {
    service,
    input,
    /** The sheet sets it to a function that opens the card of a word. */
    open,
    textNow: opened.textNow,
    catchUpNow: opened.catchUpNow,
    ...known,
    ...commands,
  }
}

/** What is known about the text, from the service or from the small model. */
function useKnown({ text, subject, opened, service }: Pick<EditorParts, 'text' | 'subject' | 'opened' | 'service'>) {
  const { words } = service
  const ignored = words.ignored ?? words.here
  const state = useAnalysis(text, { subject, service, isTyping: opened.isTyping })
  const { checked, live } = state
  const question = questionOf(text, ignored)
  const isChecked = checked?.question === question
  const isLive = !isChecked && live?.question === question
  const last = isChecked ? checked : (live ?? checked)
  const found = useEvidence(last, text)
  return {
    state,
    evidence: useMemo(() => found.filter((one) => !isIgnored(ignored, one.text)), [found, ignored]),
    isLive,
    /** The estimate of a long text can be off by a band, because the small model goes by words alone. */
    isRough: isLive && state.isTooLong,
    isKnown: isChecked || isLive,
    /** The analysis of exactly this text; undefined while somebody types. */
    current: opened.isTyping ? undefined : isChecked ? checked : isLive ? live : undefined,
    /** The latest analysis, even if it is of an earlier text. */
    last,
  }
}

interface Applying {
  readonly text: string
  readonly evidence: readonly Evidence[]
  /** Whether the evidence is that of exactly this text. */
  readonly isKnown: boolean
  readonly write: (text: string) => void
}

/** "Apply all" continues with what the next analysis offers, unless the person changes the text meanwhile. */
function useApplyAll({ text, evidence, isKnown, write }: Applying) {
  const applied = useRef({ text: '', rounds: 0 })
  const apply = (rounds: number) => {
    const next = allReplaced(text, evidence)
    applied.current = { text: next, rounds: next === text ? 0 : rounds }
    if (next !== text) write(next)
  }
  useEffect(() => {
    const { text: expected, rounds } = applied.current
    if (rounds > 0 && isKnown && text === expected) apply(rounds - 1)
  })
  return () => apply(APPLY_ROUNDS_MAX)
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
