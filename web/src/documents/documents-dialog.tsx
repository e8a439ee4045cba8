import { Button, Group, Modal, Text, UnstyledButton } from '@mantine/core'
import { useCallback, useEffect, useState } from 'react'
import { formatAgo, formatScore } from '../format.ts'
import { newDocument, type Owner, openDocuments, type TextDocument, titleOf } from '../kept/documents.ts'
import { ChooseFile } from '../shell/choose-file.tsx'
import { saveText } from '../shell/save-file.ts'
import { toast } from '../shell/toast.tsx'
import classes from './documents.module.css'
import { SparkLine } from './spark-line.tsx'

interface DocumentsDialogProps {
  readonly opened: boolean
  readonly close: () => void
  readonly owner: Owner
  readonly currentId: string
  readonly open: (document: TextDocument) => void
}

const FILE_NAME = 'equipoise-documents.json'

/** Every document in this browser: to open, delete, export and import. */
export function DocumentsDialog({ opened, close, owner, currentId, open }: DocumentsDialogProps) {
  const { documents, isLasting, remove, add } = useDocumentList(opened, owner)
  const choose = (document: TextDocument) => {
    open(document)
    close()
  }
  return (
    <Modal opened={opened} onClose={close} title="Documents in this browser" size="lg">
      <Text size="sm" c="dimmed" mb="md">
        {isLasting
          ? 'They are stored only in this browser; we never store your texts. Export them to back them up or to move them.'
          : 'This browser has no storage for them: they are lost when you close or reload the page. Export them to keep them.'}
      </Text>
      {documents?.length === 0 && <Text mb="md">Nothing here yet. What you write is saved automatically.</Text>}
      <ul className={classes.list} aria-label="Documents">
        {documents?.map((document) => (
          <li key={document.id} className={classes.item} data-current={document.id === currentId}>
            <UnstyledButton className={classes.open ?? ''} onClick={() => choose(document)}>
              <strong>{titleOf(document)}</strong>
              <span>
                {formatAgo(new Date(document.updatedMs).toISOString(), Date.now())}
                {scoreWords(document)}
              </span>
            </UnstyledButton>
            <SparkLine scores={document.scores} />
            {document.id === currentId ? (
              <Text size="sm" c="dimmed" title="To delete it, open another document first.">
                Open now
              </Text>
            ) : (
              <Button
                size="compact-sm"
                variant="subtle"
                color="gray"
                aria-label={`Delete ${titleOf(document)}`}
                onClick={() => void remove(document)}
              >
                Delete
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Group mt="lg" gap="xs">
        <Button onClick={() => choose(newDocument(''))}>New document</Button>
        <Button
          variant="default"
          disabled={!documents?.length}
          onClick={() => saveText(FILE_NAME, JSON.stringify({ documents }, null, 2), 'application/json')}
        >
          Export all
        </Button>
        <ChooseFile accept="application/json" onFile={(file) => void add(file)}>
          Import
        </ChooseFile>
      </Group>
    </Modal>
  )
}

/** A text that has changed since it was checked has no score. */
function scoreWords({ score, scores }: Pick<TextDocument, 'score' | 'scores'>): string {
  if (score !== undefined) return ` · score ${formatScore(score)}`
  return scores.length > 0 ? ' · changed since it was checked' : ''
}

function useDocumentList(isShown: boolean, owner: Owner) {
  const [documents, setDocuments] = useState<readonly TextDocument[]>()
  const [isLasting, setLasting] = useState(true)
  const refresh = useCallback(async () => {
    const store = await openDocuments(owner)
    setLasting(store.isLasting)
    setDocuments(await store.list())
  }, [owner])
  useEffect(() => {
    if (isShown) void refresh()
  }, [isShown, refresh])
  const put = async (some: readonly TextDocument[]) => {
    const store = await openDocuments(owner)
    for (const one of some) await store.put(one)
    await refresh()
  }
  return {
    documents,
    isLasting,
    async remove(document: TextDocument) {
      await (await openDocuments(owner)).remove(document.id)
      await refresh()
      toast({
        message: `“${titleOf(document)}” is deleted.`,
        action: { label: 'Undo', run: () => void put([document]) },
      })
    },
    async add(file: File) {
      const found = documentsIn(await file.text())
      if (found.length === 0) return toast({ tone: 'error', message: 'There are no documents in this file.' })
      const fresh = without(found, await (await openDocuments(owner)).list())
      await put(fresh)
      toast({ message: importWords(fresh.length, found.length - fresh.length) })
    },
  }
}

/** Reads an exported file. Documents are imported as new ones, so that nothing is overwritten. */
export function documentsIn(json: string): TextDocument[] {
  try {
    const { documents } = JSON.parse(json)
    if (!Array.isArray(documents)) return []
    return documents
      .filter((one) => typeof one?.text === 'string')
      .map((one) => ({
        ...newDocument(one.text, { title: typeof one.title === 'string' ? one.title : '' }),
        original: typeof one.original === 'string' ? one.original : one.text,
        revision: 1,
        scores: Array.isArray(one.scores) ? one.scores.filter((point: unknown) => isPoint(point)) : [],
      }))
  } catch {
    return []
  }
}

/** The imported documents that are not here yet with the same title and text. */
export function without(found: readonly TextDocument[], known: readonly TextDocument[]): TextDocument[] {
  const keyOf = ({ title, text }: TextDocument) => JSON.stringify([title, text])
  const here = new Set(known.map(keyOf))
  return found.filter((one) => !here.has(keyOf(one)))
}

export function importWords(fresh: number, known: number): string {
  const count = (some: number) => `${some} ${some === 1 ? 'document' : 'documents'}`
  const imported = fresh === 0 ? 'Nothing was imported' : `${count(fresh)} imported`
  return known === 0 ? `${imported}.` : `${imported}: ${count(known)} ${known === 1 ? 'is' : 'are'} already here.`
}

function isPoint(point: unknown): boolean {
  const { atMs, score } = (point ?? {}) as Record<string, unknown>
  return typeof atMs === 'number' && typeof score === 'number'
}
