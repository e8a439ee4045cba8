import { Button, Group, Modal, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useIgnoredWords } from '../../analysis/ignored-words.ts'
import { DocumentsDialog } from '../../documents/documents-dialog.tsx'
import type { OpenDocument } from '../../documents/use-document.ts'
import { saveText } from '../../shell/save-file.ts'
import classes from './editor.module.css'
import { Shortcuts } from './shortcuts.tsx'

export type DialogName = 'documents' | 'ignored' | 'shortcuts'

interface DocumentDialogsProps {
  readonly opened: DialogName | undefined
  readonly close: () => void
  readonly owner: OpenDocument['owner']
  readonly currentId: string
  readonly open: OpenDocument['open']
}

export function DocumentDialogs({ opened, close, owner, currentId, open }: DocumentDialogsProps) {
  return (
    <>
      <DocumentsDialog opened={opened === 'documents'} close={close} owner={owner} currentId={currentId} open={open} />
      <IgnoredDialog opened={opened === 'ignored'} close={close} />
      <Shortcuts opened={opened === 'shortcuts'} close={close} />
    </>
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
      {ignored && ignored.length > 0 && <ForRepository words={ignored} />}
    </Modal>
  )
}

/** The words in the file that `equipoise check` and editors read, where everybody who works on the repository sees why. */
function ForRepository({ words }: { words: readonly string[] }) {
  const [reason, setReason] = useState('false alarm')
  const ignore = words.map((word) => (reason.trim() === '' ? word : { word, reason: reason.trim() }))
  const save = () => saveText('equipoise.config.json', `${JSON.stringify({ ignore }, null, 2)}\n`, 'application/json')
  return (
    <>
      <Text size="sm" c="dimmed" mt="md" mb="xs">
        For a repository, save them as equipoise.config.json. If the repository has that file, add them to its list.
      </Text>
      <Group align="end">
        <TextInput label="Reason" value={reason} onChange={(event) => setReason(event.currentTarget.value)} />
        <Button variant="default" onClick={save}>
          Save as a file
        </Button>
      </Group>
    </>
  )
}
