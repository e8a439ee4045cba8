// What the editor needs to know besides the text. Read above the part of the screen that a keystroke renders again.
import type { Analysis } from '@equipoise/sdk'
import { useNetwork } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { useAccount, useAccountQuery, useAnonymousClient, useBrand, useClient, useLastAccount } from '../api.ts'
import type { Owner } from '../kept/documents.ts'
import { hasLastDocument, lastOwner } from '../kept/last-document.ts'
import { ignoredIn, questionOf } from '../marked/ignored.ts'
import { storedAnalysis } from './analysis-cache.ts'
import { type IgnoredWords, useIgnoredWords } from './ignored-words.ts'
import { joined, partsOf } from './parts.ts'
import { SAMPLES } from './samples.ts'

export interface Analysed {
  readonly text: string
  /** Words that the score leaves out. */
  readonly ignored: readonly string[]
  /** Text and ignored words in one string (see marked/ignored.ts). */
  readonly question: string
  readonly analysis: Analysis
  readonly parts: number
}

interface ServiceAnswer extends Analysed {
  /** Whether any part was charged or counted. */
  readonly isPaid: boolean
}

export interface EditorService {
  /** Whose documents the editor shows; undefined until known. */
  readonly owner: Owner | undefined
  /** False for visitors, undefined until known. */
  readonly isMember: boolean | undefined
  /** The session ended on this screen: the person is told so, and not treated as a visitor. */
  readonly hasEnded: boolean
  /** The session ended before this screen was opened: the documents stay hidden until the person signs in. */
  readonly hasLeft: boolean
  /** Whether a text can be sent: the account, its words and the deployment's names are known. */
  readonly isReady: boolean
  /** Whether this deployment has a model that rewrites texts. */
  readonly hasModel: boolean
  readonly isOnline: boolean
  readonly words: IgnoredWords
  /** Sends the parts that are not cached. */
  ask(text: string, options: { charsMax: number; signal: AbortSignal }): Promise<ServiceAnswer>
}

/** Returns the same object until one of its fields changes. */
export function useEditorService(): EditorService {
  const account = useAccount()
  const last = useLastAccount()
  const brand = useBrand()
  const { online: isOnline } = useNetwork()
  const words = useIgnoredWords()
  const isMember = account === undefined ? undefined : account !== null
  const ask = useAsk(isMember === true, words)
  const hasEnded = account === null && Boolean(last)
  const hasLeft = account === null && !last && lastOwner() !== null
  const isReady = account !== undefined && words.ignored !== undefined && brand !== undefined
  const hasModel = brand?.features.chat === true
  const owner = useOwner()
  return useMemo(
    () => ({ owner, isMember, hasEnded, hasLeft, isReady, hasModel, isOnline, words, ask }),
    [owner, isMember, hasEnded, hasLeft, isReady, hasModel, isOnline, words, ask],
  )
}

/** Who is signed in, or was until their session ended on this screen. If the service cannot be reached, the last known owner. */
function useOwner(): Owner | undefined {
  const { isError, data } = useAccountQuery()
  const last = useLastAccount()
  return data === undefined ? (isError ? lastOwner() : undefined) : (last?.id ?? null)
}

function useAsk(isMember: boolean, { ignored = [], here }: IgnoredWords): EditorService['ask'] {
  const client = useClient()
  const visitors = useAnonymousClient()
  const cache = useQueryClient()
  return useCallback(
    async (text, { charsMax, signal }) => {
      const parts = partsOf(text, charsMax)
      const analyses: Analysis[] = []
      let isPaid = false
      for (const part of parts) {
        const question = questionOf(part.text, ignored)
        const known = storedAnalysis(question)
        isPaid ||= known === undefined
        // The service knows the account's words; those of this browser must be sent.
        const options = { signal, ignore: ignoredIn(part.text, here) }
        analyses.push(
          known ??
            (await (isMember ? client.ai.analyze(part.text, options) : visitors.ai.tryAnalyze(part.text, options))),
        )
        storedAnalysis(question, analyses.at(-1))
      }
      if (isPaid) void cache.invalidateQueries({ queryKey: ['usage'] })
      const about = { text, ignored: ignoredIn(text, ignored), question: questionOf(text, ignored) }
      return { ...about, analysis: joined(parts, analyses), parts: parts.length, isPaid }
    },
    [isMember, client, visitors, cache, ignored, here],
  )
}

/** The first sample, or nothing if the person's own last document is about to be loaded. */
export function useFirstText(): string {
  const [first] = useState(() => (typeof window !== 'undefined' && hasLastDocument() ? '' : (SAMPLES[0]?.text ?? '')))
  return first
}
