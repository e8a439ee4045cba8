import { Button, FileButton, Menu, Modal, Text } from '@mantine/core'
import { IconChevronDown, IconFiles, IconPlus } from '@tabler/icons-react'
import { memo, useDeferredValue, useState } from 'react'
import { ORIGIN } from '../api.ts'
import { newDocument, titleOf } from '../documents/documents.ts'
import { DocumentsDialog } from '../documents/documents-dialog.tsx'
import type { OpenDocument } from '../documents/use-document.ts'
import { formatDay } from '../format.ts'
import { saveText, useSaveFile } from '../shell/save-file.ts'
import { toast } from '../shell/toast.tsx'
import classes from './editor.module.css'
import { useIgnoredWords } from './ignored-words.ts'
import { markdownReport } from './report.ts'
import { fragmentOf } from './share-link.ts'
import type { Editor } from './use-editor.ts'
import { useStable } from './use-stable.ts'

interface DocumentBarProps {
  readonly opened: OpenDocument
  readonly editor: Editor
  readonly openFile: (file: File) => void
  readonly compare: (() => void) | undefined
}

/** The document's name, where it is kept, and what can be done with it as a whole. */
export function DocumentBar({ opened, editor, openFile, compare }: DocumentBarProps) {
  const { document, isKept, change, open } = opened
  const { current } = editor
  const commands = useStable({ ...commandsOf({ opened, editor, compare }), openFile })
  return (
    <div className={`${classes.documentBar} no-print`}>
      <input
        className={classes.title}
        aria-label="Name of the document"
        placeholder={titleOf({ title: '', text: document.text })}
        maxLength={100}
        value={document.title}
        onChange={(event) => change({ title: event.currentTarget.value })}
      />
      <span className={classes.kept} role="status">
        {document.revision === 0 && isKept ? '' : isKept ? 'Saved in this browser' : 'Saving…'}
      </span>
      <Actions
        commands={commands}
        open={open}
        currentId={document.id}
        hasText={document.text !== ''}
        hasScore={useDeferredValue(current !== undefined)}
        canCompare={compare !== undefined}
      />
    </div>
  )
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
      const report = markdownReport({ title, text: document.text, analysis: current.analysis, evidence, day })
      saveText('neutrality-report.md', report, 'text/markdown')
    },
    /** The text and its analysis; undefined while it has none. */
    analysed: () => current && { text: document.text, ...current.analysis },
  }
}

interface ActionsProps {
  readonly commands: Commands
  readonly open: OpenDocument['open']
  readonly currentId: string
  readonly hasText: boolean
  readonly hasScore: boolean
  readonly canCompare: boolean
}

/** Drawn only when a button changes, and not at every keystroke. */
const Actions = memo(function Actions({ commands, open, currentId, ...can }: ActionsProps) {
  const [dialog, setDialog] = useState<'documents' | 'ignored'>()
  const close = () => setDialog(undefined)
  return (
    <>
      <Button size="compact-md" variant="default" leftSection={<IconPlus size={16} />} onClick={commands.startNew}>
        New
      </Button>
      <Button
        size="compact-md"
        variant="default"
        leftSection={<IconFiles size={16} />}
        onClick={() => setDialog('documents')}
      >
        Documents
      </Button>
      <FileButton accept=".docx,.txt,.md,text/plain" onChange={(file) => file && commands.openFile(file)}>
        {(props) => (
          <Button size="compact-md" variant="default" {...props}>
            Upload
          </Button>
        )}
      </FileButton>
      <More commands={commands} {...can} showIgnored={() => setDialog('ignored')} />
      <DocumentsDialog opened={dialog === 'documents'} close={close} currentId={currentId} open={open} />
      <IgnoredDialog opened={dialog === 'ignored'} close={close} />
    </>
  )
})

type MoreProps = Omit<ActionsProps, 'open' | 'currentId'> & { readonly showIgnored: () => void }

function More({ commands, hasText, hasScore, canCompare, showIgnored }: MoreProps) {
  const saveJson = useSaveFile()
  const saveAnalysis = () => {
    const analysed = commands.analysed()
    if (analysed) saveJson('analysis', analysed)
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button size="compact-md" variant="default" rightSection={<IconChevronDown size={16} />}>
          More
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item disabled={!canCompare} onClick={commands.compare}>
          Compare with the original
        </Menu.Item>
        <Menu.Item disabled={!hasText} onClick={() => void commands.copyLink()}>
          Copy a link to this text
        </Menu.Item>
        <Menu.Item disabled={!hasScore} onClick={commands.saveReport}>
          Save a report as Markdown
        </Menu.Item>
        <Menu.Item disabled={!hasScore} onClick={() => window.print()}>
          Print a report
        </Menu.Item>
        <Menu.Item disabled={!hasScore} onClick={saveAnalysis}>
          Save the analysis as JSON
        </Menu.Item>
        <Menu.Item onClick={showIgnored}>Ignored words…</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function IgnoredDialog({ opened, close }: { opened: boolean; close: () => void }) {
  const { ignored, isOfAccount, restore } = useIgnoredWords()
  return (
    <Modal opened={opened} onClose={close} title="Ignored words">
      <Text size="sm" c="dimmed" mb="md">
        We do not mark these words, and they do not count towards the score.{' '}
        {isOfAccount
          ? 'The list belongs to your account: it also applies to texts that you send with an API key.'
          : 'The list is stored in this browser.'}
      </Text>
      {ignored?.length === 0 && <Text>There are none.</Text>}
      <ul className={classes.ignored}>
        {ignored?.map((word) => (
          <li key={word}>
            {word}
            <Button
              size="compact-sm"
              variant="subtle"
              onClick={() => restore(word)}
              aria-label={`Mark “${word}” again`}
            >
              Mark again
            </Button>
          </li>
        ))}
      </ul>
    </Modal>
  )
}
