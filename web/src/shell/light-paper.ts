import { useWindowEvent } from '@mantine/hooks'
import { useRef } from 'react'

/** Paper is light: a dark page would be printed in pale letters, for its dark ground is left out. */
export function useLightPaper(): void {
  const onScreen = useRef<string>(undefined)
  useWindowEvent('beforeprint', () => {
    const { dataset } = document.documentElement
    onScreen.current = dataset.mantineColorScheme
    dataset.mantineColorScheme = 'light'
  })
  useWindowEvent('afterprint', () => {
    if (onScreen.current) document.documentElement.dataset.mantineColorScheme = onScreen.current
  })
}
