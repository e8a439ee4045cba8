import { Table } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './row-table.module.css'

interface RowTableProps {
  readonly columns: readonly (string | { readonly name: string; readonly isNumber: true })[]
  readonly rows: readonly { readonly key: string | number; readonly cells: readonly ReactNode[] }[]
}

export const numeric = (name: string) => ({ name, isNumber: true }) as const

/** A table that needs no sideways scrolling on a phone: there each row is a card with labelled values. */
export function RowTable({ columns, rows }: RowTableProps) {
  const named = columns.map((column) => (typeof column === 'string' ? { name: column, isNumber: false } : column))
  return (
    <Table className={`num ${classes.rows}`}>
      <Table.Thead>
        <Table.Tr>
          {named.map(({ name, isNumber }) => (
            <Table.Th key={name} ta={isNumber ? 'right' : undefined}>
              {name}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ key, cells }) => (
          <Table.Tr key={key}>
            {named.map(({ name, isNumber }, i) => (
              <Table.Td key={name} data-name={name} ta={isNumber ? 'right' : undefined} style={WRAPPING}>
                {cells[i]}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

/** Names that people chose can be long and have no spaces. */
const WRAPPING = { overflowWrap: 'anywhere' } as const
