import { Container } from '@mantine/core'
import { memo, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { isForeign } from '../analysis/extras.ts'
import { SAMPLES } from '../analysis/samples.ts'
import { useAccountQuery } from '../api.ts'
import { type OpenDocument, useDocument } from '../documents/use-document.ts'
import { newDocument, putText } from '../kept/documents.ts'
import markedClasses from '../marked/marked.module.css'
import { type CarriedSentence, carriedSentences } from '../marked/segments.ts'
import { SentenceStrip } from '../marked/sentence-strip.tsx'
import { SideBySide } from '../marked/side-by-side.tsx'
import { textOfFile } from '../sheet/pasted.ts'
import { Sheet } from '../sheet/sheet.tsx'
import { textOfFragment } from '../shell/share-link.ts'
import { DocumentBar } from './editor/document-bar.tsx'
import classes from './editor/editor.module.css'
import { LoadedWords } from './editor/loaded-words.tsx'
import { PhoneScore } from './editor/phone-score.tsx'
import { ScorePanel } from './editor/score-panel.tsx'
import '../analysis/stored-samples.ts'
import { type EditorService, useEditorService, useFirstText } from '../analysis/use-service.ts'
import { useRested } from '../documents/typing-ahead.ts'
import { signInFrom } from '../shell/next-address.ts'
import { Notice } from '../shell/notice.tsx'
import { PageTitle } from '../shell/page-title.tsx'
import { toast } from '../shell/toast.tsx'
import { Trouble } from '../shell/trouble.tsx'
import { useStable } from '../shell/use-stable.ts'
import { UnderSheet } from './editor/under-sheet.tsx'
import { useChanges, useNotedScore } from './editor/use-changes.ts'
import { type Editor, useEditor } from './editor/use-editor.ts'
import { useRewriting } from './editor/use-rewriting.ts'

/** Only `Desk` renders again while somebody types. */
export function TextEditor() {
  const service = useEditorService()
  return (
    <Container>
      <PageTitle title="How neutral is this text?">
        We highlight words that take a side. Scores run from 0 (loaded) to 1 (neutral). We do not store your text.
      </PageTitle>
      <AccountTrouble />
      {service.hasLeft && (
        <div className={classes.aboveSheet}>
          <Notice tone="warning">
            Your session has ended. <Link to={signInFrom({ pathname: '/app/text', search: '' })}>Sign in</Link> to see
            your documents.
          </Notice>
        </div>
      )}
      <Desk service={service} />
    </Container>
  )
}

function Desk({ service }: { service: EditorService }) {
  const opened = useDocument(useFirstText(), service.owner)
  const { document, change, open } = opened
  const [isComparing, setComparing] = useState(false)
  const { text, id: subject } = document
  const restore = (id: string, before: string) =>
    void putText(opened.owner, id, before).then((found) => found && open(found))
  const setText = (next: string) => change({ text: next })
  const editor = useEditor({ text, subject, setText, opened, restore, service })
  const openFile = useOpenFile(opened)
  useFragment(opened)
  useNotedScore(opened, editor)
  const { changed, original, onChange, accept, restore: takeBack } = useChanges(opened, editor)
  const canCompare = original !== document.text && original !== ''
  return (
    <>
      <DocumentBar
        opened={opened}
        editor={editor}
        openFile={openFile}
        compare={canCompare ? () => setComparing(true) : undefined}
      />
      <PhoneScore editor={editor} />
      <div className={classes.layout} data-first-text>
        <div className={classes.main}>
          <Samples exchange={editor.exchange} />
          <Sheet
            text={document.text}
            textNow={opened.textNow}
            catchUp={opened.catchUp}
            evidence={editor.evidence}
            inputRef={editor.input}
            openRef={editor.open}
            change={onChange}
            replace={(one) => accept(() => editor.replace(one))}
            ignore={editor.ignore}
            drop={openFile}
            step={editor.step}
            check={editor.check}
          />
          <UnderSheet text={document.text} isMember={service.isMember} />
          <Sentences text={document.text} editor={editor} isTyping={opened.isTyping} />
          {changed && (
            <ChangedSince isComparing={isComparing} compare={() => setComparing(!isComparing)} restore={takeBack} />
          )}
          {isComparing && canCompare && (
            <SideBySide before={original} after={document.text} titles={['Before your changes', 'Now']} />
          )}
        </div>
        <div className={classes.side}>
          <ScorePanel editor={editor} text={document.text} before={changed?.score} />
          {document.text.trim() !== '' && (
            <WordList text={document.text} editor={editor} accept={accept} isTyping={opened.isTyping} />
          )}
        </div>
      </div>
    </>
  )
}

/** If the account could not be read, the page says so above the text. */
const AccountTrouble = memo(function AccountTrouble() {
  const asked = useAccountQuery()
  if (!asked.error || asked.data !== undefined) return null
  return (
    <div className={classes.aboveSheet}>
      <Trouble error={asked.error} retry={() => asked.refetch()} />
    </div>
  )
})

interface SentencesProps {
  readonly text: string
  readonly editor: Editor
  readonly isTyping: boolean
}

/** Rendered a moment after the text, like everything long, so that typing does not wait for it. */
function Sentences({ text, editor: { last, select }, isTyping }: SentencesProps) {
  const now = useDeferredValue(useRested(text, isTyping))
  const analysed = useDeferredValue(useRested(last, isTyping))
  const sentences = useMemo(() => sentencesOf(analysed, now), [analysed, now])
  const { show } = useStable({
    /** Looks up the current position, because the rendered strip may be outdated. */
    show(at: number) {
      const sentence = sentencesOf(last, text)[at]
      if (sentence) select(sentence.start, sentence.end)
    },
  })
  return <SentenceStrip text={now} sentences={sentences} show={show} />
}

function sentencesOf(last: Editor['last'], text: string): CarriedSentence[] {
  return !last || isForeign(last.analysis) ? [] : carriedSentences(last.analysis.sentences, last.text, text)
}

interface ChangedSinceProps {
  readonly isComparing: boolean
  readonly compare: () => void
  readonly restore: () => void
}

function ChangedSince({ isComparing, compare, restore }: ChangedSinceProps) {
  return (
    <div className={classes.original}>
      <span>You’ve edited this text.</span>
      <button type="button" className={markedClasses.plainButton} onClick={compare}>
        {isComparing ? 'Hide the comparison' : 'Compare'}
      </button>
      <button type="button" className={markedClasses.plainButton} onClick={restore}>
        Restore
      </button>
    </div>
  )
}

interface WordListProps {
  readonly text: string
  readonly editor: Editor
  readonly accept: (write: () => void) => void
  readonly isTyping: boolean
}

function WordList({ text, editor, accept, isTyping }: WordListProps) {
  const rewriting = useRewriting(text, editor, accept)
  const evidence = useDeferredValue(useRested(editor.evidence, isTyping))
  const { replace, applyAll } = useStable(
    {
      replace: (names: readonly string[]) => accept(() => editor.replaceNamed(names)),
      applyAll: () => accept(editor.applyAll),
    },
    editor.catchUpNow,
  )
  if (!editor.last || (editor.current && isForeign(editor.current.analysis))) return null
  return (
    <LoadedWords
      evidence={evidence}
      missing={editor.last.analysis.evidence_truncated}
      replace={replace}
      ignore={editor.ignore}
      show={editor.showNamed}
      step={editor.step}
      applyAll={applyAll}
      rewriting={rewriting}
    />
  )
}

function useOpenFile({ open }: OpenDocument) {
  return async (file: File) => {
    try {
      const text = await textOfFile(file)
      open(newDocument(text, { title: file.name.replace(/\.\w+$/, '') }))
    } catch (error) {
      toast({ tone: 'error', title: 'The file could not be opened', message: (error as Error).message })
    }
  }
}

/** A link can carry a text. It opens as a new document, and is removed from the address. */
function useFragment({ open, isReady }: OpenDocument): void {
  useEffect(() => {
    if (!isReady) return
    const read = async () => {
      const { hash, pathname, search } = window.location
      const text = await textOfFragment(hash)
      if (text === undefined) return
      window.history.replaceState(window.history.state, '', pathname + search)
      open(newDocument(text))
    }
    void read()
    window.addEventListener('hashchange', read)
    return () => window.removeEventListener('hashchange', read)
  }, [isReady, open])
}

const Samples = memo(function Samples({ exchange }: { exchange: (text: string, message: string) => void }) {
  return (
    <div className={`${classes.samples} no-print`}>
      <span>Try</span>
      {SAMPLES.map(({ name, text }) => (
        <button
          key={name}
          type="button"
          className={markedClasses.smallButton}
          onClick={() => exchange(text, `Your text was replaced by “${name}”.`)}
        >
          {name}
        </button>
      ))}
      <button type="button" className={markedClasses.plainButton} onClick={() => exchange('', 'The text was cleared.')}>
        Clear
      </button>
    </div>
  )
})
