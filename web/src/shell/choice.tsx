import { NativeSelect, type NativeSelectProps } from '@mantine/core'

type ChoiceProps = Omit<NativeSelectProps, 'onChange'> & { readonly onChange: (value: string) => void }

/** One of a few. The browser's own list: phones show theirs, and no script has to draw one. */
export function Choice({ onChange, ...rest }: ChoiceProps) {
  return <NativeSelect {...rest} onChange={(event) => onChange(event.currentTarget.value)} />
}
