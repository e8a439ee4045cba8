import { useClickOutside } from '@mantine/hooks'
import { useEffect, useState } from 'react'

/** A part of the screen that a button opens. Escape, a click elsewhere and moving the focus away close it. */
export function useDisclosed<T extends HTMLElement>() {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const box = useClickOutside<T>(close)
  useEffect(() => {
    const node = box.current
    if (!isOpen || !node) return
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return
      setOpen(false)
      node.querySelector('button')?.focus()
    }
    const onFocusOut = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget instanceof Node && !node.contains(relatedTarget)) setOpen(false)
    }
    document.addEventListener('keydown', onKey)
    node.addEventListener('focusout', onFocusOut)
    return () => {
      document.removeEventListener('keydown', onKey)
      node.removeEventListener('focusout', onFocusOut)
    }
  }, [isOpen, box])
  return { box, isOpen, toggle: () => setOpen(!isOpen), close }
}
