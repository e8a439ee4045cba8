import { useWindowEvent } from '@mantine/hooks'
import { useRef } from 'react'

/** Prints in light colours: browsers do not print the dark background, so a dark page would be pale letters on white. */
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
