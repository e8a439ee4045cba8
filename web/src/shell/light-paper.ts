import { useComputedColorScheme } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'

/** Paper is light: a dark page would be printed in pale letters, for its dark ground is left out. */
export function useLightPaper(): void {
  const scheme = useComputedColorScheme('light')
  useWindowEvent('beforeprint', () => show('light'))
  useWindowEvent('afterprint', () => show(scheme))
}

function show(scheme: 'light' | 'dark'): void {
  document.documentElement.dataset.mantineColorScheme = scheme
}
