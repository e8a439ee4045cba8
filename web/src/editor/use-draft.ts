import { useEffect, useState } from 'react'

const KEY = 'text-editor-draft'

/** The text in the editor, kept for this tab: signing up in between must not cost anybody their text. */
export function useDraft(first: string): [string, (text: string) => void] {
  const [text, setText] = useState(() => read() ?? first)
  useEffect(() => {
    try {
      sessionStorage.setItem(KEY, text)
    } catch {
      // Without storage the text lives as long as the screen.
    }
  }, [text])
  return [text, setText]
}

function read(): string | null {
  try {
    return sessionStorage.getItem(KEY)
  } catch {
    return null
  }
}
