import { Container } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useAccountQuery } from '../api.ts'
import { SideBySide } from '../compare/side-by-side.tsx'
import { newDocument } from '../documents/documents.ts'
import { type OpenDocument, useDocument } from '../documents/use-document.ts'
import { DocumentBar } from '../editor/document-bar.tsx'
import classes from '../editor/editor.module.css'
import { extrasOf } from '../editor/extras.ts'
import { LoadedWords } from '../editor/loaded-words.tsx'
import { textOfFile } from '../editor/pasted.ts'
import { SAMPLES } from '../editor/samples.ts'
import { ScorePanel } from '../editor/score-panel.tsx'
import { isEditOf } from '../editor/segments.ts'
import { SentenceStrip } from '../editor/sentence-strip.tsx'
import { textOfFragment } from '../editor/share-link.ts'
import { Sheet } from '../editor/sheet.tsx'
import '../editor/stored-samples.ts'
import { UnderSheet } from '../editor/under-sheet.tsx'
import { useEditor } from '../editor/use-editor.ts'
import { PageTitle } from '../shell/page-title.tsx'
import { toast } from '../shell/toast.tsx'
import { Trouble } from '../shell/trouble.tsx'

interface Before {
  readonly text: string
  readonly score: number
}

export function TextEditor() {
  const asked = useAccountQuery()
  const opened = useDocument(SAMPLES[0]?.text ?? '')
  const { document, change, noteScore } = opened
  const [isComparing, setComparing] = useState(false)
  const editor = useEditor({ text: document.text, subject: document.id, setText: (text) => change({ text }) })
  const { current, isLive, evidence } = editor
  const { before, note } = useBefore(document.text)
  const openFile = useOpenFile(opened)
  useFragment(opened)
  useEffect(() => {
    if (current && !isLive && current.analysis.reason === undefined) noteScore(current.analysis.ain_score)
  }, [current, isLive, noteScore])
  const remember = () => current && note({ text: document.text, score: current.analysis.ain_score })
  const onChange = (next: string) => {
    const isOther = !isEditOf(next, document.text)
    if (isOther) note(undefined)
    change(isOther && next !== '' && document.text === '' ? { text: next, original: next } : { text: next })
  }
  const changed = before && before.text !== document.text ? before : undefined
  const original = changed?.text ?? document.original
  const canCompare = original !== document.text && original !== ''
  return (
    <Container size="xl" className={classes.page ?? ''}>
      <PageTitle title="How neutral is this text?">
        Words that take a side are marked, by direction and strength. Your text is kept in this browser; we score it and
        forget it.
      </PageTitle>
      {asked.error && asked.data === undefined ? (
        <div className={classes.aboveSheet}>
          <Trouble error={asked.error} retry={() => asked.refetch()} />
        </div>
      ) : null}
      <DocumentBar
        opened={opened}
        editor={editor}
        openFile={openFile}
        compare={canCompare ? () => setComparing(true) : undefined}
      />
      <div className={classes.layout}>
        <div className={classes.main}>
          <Samples exchange={editor.exchange} />
          <Sheet
            text={document.text}
            evidence={evidence}
            inputRef={editor.input}
            change={onChange}
            replace={(one) => {
              remember()
              editor.replace(one)
            }}
            ignore={editor.ignore}
            drop={openFile}
            step={editor.step}
          />
          <UnderSheet text={document.text} />
          {current && (
            <SentenceStrip text={current.text} sentences={current.analysis.sentences} select={editor.select} />
          )}
          {changed && (
            <div className={classes.original}>
              <span>Changed since you started.</span>
              <button type="button" className={classes.plainButton} onClick={() => setComparing(!isComparing)}>
                {isComparing ? 'Hide the comparison' : 'Compare'}
              </button>
              <button
                type="button"
                className={classes.plainButton}
                onClick={() => {
                  editor.write(changed.text)
                  note(undefined)
                  editor.input.current?.focus({ preventScroll: true })
                }}
              >
                Restore
              </button>
            </div>
          )}
          {isComparing && canCompare && (
            <SideBySide before={original} after={document.text} titles={['Before your changes', 'Now']} />
          )}
        </div>
        <div className={classes.side}>
          <ScorePanel editor={editor} text={document.text} before={changed?.score} />
          {editor.last && document.text.trim() !== '' && (
            <LoadedWords
              evidence={evidence}
              missing={extrasOf(editor.last.analysis).missing}
              replace={(one) => {
                remember()
                editor.replace(one)
              }}
              ignore={editor.ignore}
              select={editor.select}
              step={editor.step}
              applyAll={() => {
                remember()
                editor.applyAll()
              }}
            />
          )}
        </div>
      </div>
    </Container>
  )
}

/** The text as it was before the first accepted suggestion, until another text takes its place. */
function useBefore(text: string) {
  const [before, setBefore] = useState<Before>()
  return {
    before: text === '' ? undefined : before,
    note: (next: Before | undefined) => setBefore(next && (before ?? next)),
  }
}

function useOpenFile({ open }: OpenDocument) {
  return async (file: File) => {
    try {
      const text = await textOfFile(file)
      open(newDocument(text, { title: file.name.replace(/\.\w+$/, '') }))
    } catch (error) {
      toast({ tone: 'error', title: 'The file was not opened', message: (error as Error).message })
    }
  }
}

/** A link can carry a text. It opens as a document of its own, and the address forgets it. */
function useFragment({ open, isReady }: OpenDocument): void {
  useEffect(() => {
    if (!isReady) return
    const { hash, pathname, search } = window.location
    void textOfFragment(hash).then((text) => {
      if (text === undefined) return
      window.history.replaceState(window.history.state, '', pathname + search)
      open(newDocument(text))
    })
  }, [isReady, open])
}

function Samples({ exchange }: { exchange: (text: string, message: string) => void }) {
  return (
    <div className={`${classes.samples} no-print`}>
      <span>Try</span>
      {SAMPLES.map(({ name, text }) => (
        <button
          key={name}
          type="button"
          className={classes.smallButton}
          onClick={() => exchange(text, `Your text was replaced by “${name}”.`)}
        >
          {name}
        </button>
      ))}
      <button type="button" className={classes.plainButton} onClick={() => exchange('', 'The text was cleared.')}>
        Clear
      </button>
    </div>
  )
}
