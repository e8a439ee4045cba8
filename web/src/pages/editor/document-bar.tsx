import { Button } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { IconFiles, IconPlus } from '@tabler/icons-react'
import { memo, useDeferredValue, useEffect, useState } from 'react'
import { isForeign } from '../../analysis/extras.ts'
import { ORIGIN } from '../../api.ts'
import type { OpenDocument } from '../../documents/use-document.ts'
import { formatDay } from '../../format.ts'
import { newDocument, titleOf } from '../../kept/documents.ts'
import markedClasses from '../../marked/marked.module.css'
import { ChooseFile } from '../../shell/choose-file.tsx'
import { tellNotLoaded } from '../../shell/later.ts'
import { saveText } from '../../shell/save-file.ts'
import { fragmentOf } from '../../shell/share-link.ts'
import { toast } from '../../shell/toast.tsx'
import { useStable } from '../../shell/use-stable.ts'
import type { DialogName } from './document-dialogs.tsx'
import classes from './editor.module.css'
import { MoreMenu } from './more-menu.tsx'
import { markdownReport } from './report.ts'
import type { Editor } from './use-editor.ts'

interface DocumentBarProps {
  readonly opened: OpenDocument
  readonly editor: Editor
  readonly openFile: (file: File) => void
  readonly compare: (() => void) | undefined
}

/** The document's name, whether it is saved, and its menu. */
export function DocumentBar({ opened, editor, openFile, compare }: DocumentBarProps) {
  const { document, change, open } = opened
  const { current } = editor
  const commands = useStable({ ...commandsOf({ opened, editor, compare }), openFile }, opened.catchUpNow)
  return (
    <>
      <p className={classes.onPaper}>{printedHead(titleOf(document), editor)}</p>
      <div className={`${classes.documentBar} no-print`}>
        <input
          className={classes.title}
          dir="auto"
          aria-label="Name of the document"
          placeholder={titleOf({ title: '', text: document.text })}
          maxLength={100}
          value={document.title}
          onChange={(event) => change({ title: event.currentTarget.value })}
        />
        <Kept opened={opened} />
        <Actions
          commands={commands}
          open={open}
          owner={opened.owner}
          currentId={document.id}
          hasText={document.text !== ''}
          hasScore={useDeferredValue(current !== undefined)}
          canCompare={compare !== undefined}
        />
      </div>
    </>
  )
}

/** Says at once if a text could not be saved: then downloading it is the only way to keep it. */
export function Kept({ opened: { document, standing } }: { opened: Pick<OpenDocument, 'document' | 'standing'> }) {
  const save = () => saveText(`${titleOf(document)}.txt`, document.text, 'text/plain')
  return (
    <span className={classes.kept} role="status" data-standing={standing}>
      {standing === 'waiting' && 'Saving…'}
      {standing === 'kept' && document.revision > 0 && 'Saved in this browser'}
      {standing === 'lost' && (
        <>
          Not saved: this browser has no storage for it.{' '}
          <button type="button" className={markedClasses.plainButton} onClick={save}>
            Download
          </button>
        </>
      )}
    </span>
  )
}

/** The line above a printed text: title, date, score, and whether the score is an estimate. */
export function printedHead(title: string, { current, isLive }: Pick<Editor, 'current' | 'isLive'>): string {
  const head = `${title} · ${formatDay(new Date().toISOString())} · `
  if (!current || isForeign(current.analysis)) return `${head}Not scored.`
  const standing = isLive ? ' An estimate: the service has not checked this text.' : ''
  return `${head}Scored by model ${current.analysis.model_version}.${standing}`
}

type Commands = ReturnType<typeof commandsOf> & Pick<DocumentBarProps, 'openFile'>

function commandsOf({ opened: { document, open }, editor, compare }: Omit<DocumentBarProps, 'openFile'>) {
  const { current, evidence } = editor
  return {
    compare: () => compare?.(),
    startNew() {
      open(newDocument(''))
      editor.input.current?.focus()
    },
    async copyLink() {
      const address = `${ORIGIN}/app/text${await fragmentOf(document.text)}`
      await navigator.clipboard.writeText(address)
      toast({ message: 'Link copied. The link contains the text; no server sees it.' })
    },
    saveReport() {
      if (!current) return
      const title = titleOf(document)
      const day = formatDay(new Date().toISOString())
      const { analysis } = current
      const report = markdownReport({ title, text: document.text, analysis, evidence, day, isEstimate: editor.isLive })
      saveText('neutrality-report.md', report, 'text/markdown')
    },
    /** The text with its analysis; undefined if there is none. */
    analysed: () => current && { text: document.text, ...current.analysis },
  }
}

interface ActionsProps {
  readonly commands: Commands
  readonly open: OpenDocument['open']
  readonly owner: OpenDocument['owner']
  readonly currentId: string
  readonly hasText: boolean
  readonly hasScore: boolean
  readonly canCompare: boolean
}

/** Memoised, so that it does not render at every keystroke. */
const Actions = memo(function Actions({ commands, open, owner, currentId, ...can }: ActionsProps) {
  const { Dialogs, opened, show, close } = useDialogs()
  useWindowEvent('keydown', ({ key, target }) => {
    const isTyping = target instanceof Element && target.closest('input, textarea, select, [role=dialog]') !== null
    if (key === '?' && !isTyping) void show('shortcuts')
  })
  return (
    <>
      <Button size="compact-md" variant="default" leftSection={<IconPlus size={16} />} onClick={commands.startNew}>
        New
      </Button>
      <Button
        size="compact-md"
        variant="default"
        leftSection={<IconFiles size={16} />}
        onClick={() => void show('documents')}
      >
        Documents
      </Button>
      <ChooseFile accept=".docx,.txt,.md,text/plain" onFile={commands.openFile} size="compact-md">
        Upload
      </ChooseFile>
      <MoreMenu commands={commands} {...can} show={(which) => void show(which)} />
      {Dialogs && <Dialogs opened={opened} close={close} owner={owner} currentId={currentId} open={open} />}
    </>
  )
})

type Loaded = typeof import('./document-dialogs.tsx').DocumentDialogs

const loadDialogs = async (): Promise<Loaded> => (await import('./document-dialogs.tsx')).DocumentDialogs

/** The dialogs are a third of the editor's script. They are loaded when the browser is idle, or when one is opened. */
function useDialogs() {
  const [Dialogs, setDialogs] = useState<Loaded>()
  const [opened, setOpened] = useState<DialogName>()
  useEffect(() => {
    const load = () => void loadDialogs().then((loaded) => setDialogs(() => loaded), ignore)
    if (!globalThis.requestIdleCallback) return
    const id = requestIdleCallback(load)
    return () => cancelIdleCallback(id)
  }, [])
  return {
    Dialogs,
    opened,
    close: () => setOpened(undefined),
    async show(which: DialogName) {
      try {
        const loaded = await loadDialogs()
        setDialogs(() => loaded)
        setOpened(which)
      } catch {
        tellNotLoaded()
      }
    },
  }
}

/** A failed preload is no error: opening a dialog loads it again and reports a failure. */
function ignore(): void {}
