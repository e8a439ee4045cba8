import { Button } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useId } from 'react'
import { useSaveFile } from '../../shell/save-file.ts'
import { useDisclosed } from '../../shell/use-disclosed.ts'
import classes from './editor.module.css'

interface MoreMenuProps {
  readonly commands: {
    readonly compare: () => void
    readonly copyLink: () => Promise<void>
    readonly saveReport: () => void
    /** The text with its analysis; undefined if there is none. */
    readonly analysed: () => object | undefined
  }
  readonly hasText: boolean
  readonly hasScore: boolean
  readonly canCompare: boolean
  readonly show: (dialog: 'ignored' | 'shortcuts') => void
}

/** The less frequent actions on a document. */
export function MoreMenu({ commands, hasText, hasScore, canCompare, show }: MoreMenuProps) {
  const { box, isOpen, toggle, close } = useDisclosed<HTMLDivElement>()
  const id = useId()
  const saveJson = useSaveFile()
  const saveAnalysis = () => {
    const analysed = commands.analysed()
    if (analysed) saveJson('analysis', analysed)
  }
  const items = [
    { label: 'Compare with the original', can: canCompare, run: commands.compare },
    { label: 'Copy a link to this text', can: hasText, run: () => void commands.copyLink() },
    { label: 'Save a report as Markdown', can: hasScore, run: commands.saveReport },
    { label: 'Print a report', can: hasScore, run: () => window.print() },
    { label: 'Save the analysis as JSON', can: hasScore, run: saveAnalysis },
    { label: 'Ignored words…', can: true, run: () => show('ignored') },
    { label: 'Keyboard shortcuts…', can: true, run: () => show('shortcuts') },
  ]
  return (
    <div ref={box} className={classes.more}>
      <Button
        size="compact-md"
        variant="default"
        rightSection={<IconChevronDown size={16} />}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={toggle}
      >
        More
      </Button>
      <div id={id} className={classes.moreList} hidden={!isOpen}>
        {items.map(({ label, can, run }) => (
          <button
            key={label}
            type="button"
            disabled={!can}
            onClick={() => {
              close()
              run()
            }}
          >
            {label}
          </button>
        ))}
      </div>
    </div>
  )
}
