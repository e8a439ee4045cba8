import { Modal, Table } from '@mantine/core'

const SHORTCUTS = [
  ['F8', 'Next loaded word, with its card'],
  ['Enter', 'On a card: accept the suggestion and go on'],
  ['Backspace', 'On a card: leave the word out'],
  ['I', 'On a card: ignore the word'],
  ['Shift + F8', 'Previous loaded word'],
  ['Ctrl or ⌘ + Enter', 'Check the text now'],
  ['Ctrl or ⌘ + Z', 'Undo, including accepted suggestions'],
  ['← →', 'From sentence to sentence, in the strip below the text'],
  ['Esc', 'Close a card or a dialog'],
  ['?', 'Show this list, when the caret is not in the text'],
] as const

export function Shortcuts({ opened, close }: { opened: boolean; close: () => void }) {
  return (
    <Modal opened={opened} onClose={close} title="Keyboard shortcuts">
      <Table>
        <Table.Tbody>
          {SHORTCUTS.map(([keys, words]) => (
            <Table.Tr key={keys}>
              <Table.Th scope="row">
                <kbd>{keys}</kbd>
              </Table.Th>
              <Table.Td>{words}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  )
}
