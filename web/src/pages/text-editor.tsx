import type { Analysis, Evidence } from '@equipoise/sdk'
import { Button, Card, Container, Group, Stack, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import { useAccount, useAccountQuery } from '../api.ts'
import classes from '../editor/editor.module.css'
import { Findings } from '../editor/findings.tsx'
import { Invitation } from '../editor/invitation.tsx'
import { SAMPLES } from '../editor/samples.ts'
import { ScorePanel } from '../editor/score-panel.tsx'
import { isEditOf, replaced } from '../editor/segments.ts'
import { SentenceStrip } from '../editor/sentence-strip.tsx'
import { Sheet } from '../editor/sheet.tsx'
import { typeInto } from '../editor/type-into.ts'
import { useAnalysis } from '../editor/use-analysis.ts'
import { useDraft } from '../editor/use-draft.ts'
import { useFindings } from '../editor/use-findings.ts'
import { formatCount } from '../format.ts'
import { PageTitle } from '../shell/page-title.tsx'
import { useSaveFile } from '../shell/save-file.ts'
import { Trouble } from '../shell/trouble.tsx'

const CHARS_MAX = 10_000

interface Before {
  readonly text: string
  readonly score: number
}

export function TextEditor() {
  const account = useAccount()
  const asked = useAccountQuery()
  const [text, setText] = useDraft(SAMPLES[0]?.text ?? '')
  const [before, setBefore] = useState<Before>()
  const input = useRef<HTMLTextAreaElement>(null)
  const { data, error, isStale, refetch } = useAnalysis(text)
  const evidence = useFindings(data, text)
  /** Typed where that works, which tells `change`; otherwise set. */
  const write = (next: string) => {
    if (!input.current || !typeInto(input.current, next)) setText(next)
  }
  const replace = (one: Evidence) => {
    write(replaced(text, one, one.suggestion ?? ''))
    if (data) setBefore(before ?? { text, score: data.analysis.ain_score })
  }
  const select = (start: number, end: number) => {
    input.current?.focus()
    input.current?.setSelectionRange(start, end)
  }
  const change = (next: string) => {
    if (!isEditOf(next, text)) setBefore(undefined)
    setText(next)
  }
  const startOver = (next: string) => {
    setBefore(undefined)
    setText(next)
  }
  const restore = (original: string) => {
    write(original)
    setBefore(undefined)
    input.current?.focus({ preventScroll: true })
  }
  const changed = before && before.text !== text ? before : undefined
  return (
    <Container size="lg">
      <PageTitle title="How neutral is this text?">
        Words that take a side are marked, by direction and strength. Point at one to see why and what could replace it.
      </PageTitle>
      <SampleRow choose={startOver} />
      <div className={classes.layout}>
        <div className={classes.main}>
          <Sheet text={text} evidence={evidence} change={change} replace={replace} inputRef={input} />
          <Under text={text} busy={Boolean(account) && isStale && text.trim() !== ''} />
        </div>
        <div className={classes.side}>
          {account === null &&
            (asked.error ? <Trouble error={asked.error} retry={() => asked.refetch()} /> : <Invitation />)}
          {account && <Side error={error} retry={() => void refetch()} before={changed} analysed={data} />}
        </div>
        <Stack gap="lg" className={classes.rest ?? ''}>
          {data && data.text === text && (
            <SentenceStrip text={text} sentences={data.analysis.sentences} select={select} />
          )}
          {data && <Findings {...{ evidence, replace, select }} />}
          {changed && <Original before={changed} restore={() => restore(changed.text)} />}
        </Stack>
      </div>
    </Container>
  )
}

function SampleRow({ choose }: { choose: (text: string) => void }) {
  return (
    <Group gap="xs" mb="md">
      <Text size="sm" c="dimmed">
        Try
      </Text>
      {SAMPLES.map(({ name, text }) => (
        <Button key={name} size="compact-sm" variant="default" fw={500} onClick={() => choose(text)}>
          {name}
        </Button>
      ))}
      <Button size="compact-sm" variant="subtle" color="gray" fw={500} onClick={() => choose('')}>
        Clear
      </Button>
    </Group>
  )
}

function Under({ text, busy }: { text: string; busy: boolean }) {
  const length = [...text].length
  const side = (name: string) => ({ '--side': `var(--eq-${name})` }) as Record<string, string>
  return (
    <div className={classes.under}>
      <div className={classes.key}>
        <span style={side('negative')}>leans negative</span>
        <span style={{ ...side('positive'), borderBottomStyle: 'dotted' }}>leans positive</span>
        <span style={{ ...side('loaded'), borderBottomStyle: 'dashed' }}>loaded</span>
      </div>
      <span className="num" role="status" style={length > CHARS_MAX ? { color: 'var(--mantine-color-error)' } : {}}>
        {busy ? 'Reading… · ' : ''}
        {formatCount(length)} of {formatCount(CHARS_MAX)} characters
      </span>
    </div>
  )
}

interface SideProps {
  readonly analysed: { readonly text: string; readonly analysis: Analysis } | undefined
  readonly error: unknown
  readonly retry: () => void
  readonly before: Before | undefined
}

function Side({ analysed, error, retry, before }: SideProps) {
  const save = useSaveFile()
  if (error) return <Trouble error={error} retry={retry} />
  if (analysed) {
    const { text, analysis } = analysed
    return (
      <ScorePanel analysis={analysis} before={before?.score} save={() => save('analysis', { text, ...analysis })} />
    )
  }
  return (
    <Card mih={320}>
      <Text c="dimmed" size="sm">
        The score appears here as soon as there is a text.
      </Text>
    </Card>
  )
}

function Original({ before, restore }: { before: Before; restore: () => void }) {
  return (
    <section>
      <Group justify="space-between">
        <Text className="eyebrow">Before your changes</Text>
        <Button size="compact-sm" variant="subtle" onClick={restore}>
          Restore
        </Button>
      </Group>
      <div className={classes.before}>{before.text}</div>
    </section>
  )
}
