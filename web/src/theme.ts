// One accent colour, one typeface, plain surfaces. Every text colour here has AA contrast or better in both schemes.
import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'

const teal: MantineColorsTuple = [
  '#eefaf8',
  '#d9f2ed',
  '#aee3da',
  '#7fd2c5',
  '#52bfb0',
  '#2da595',
  '#14897b',
  '#0b6e63',
  '#08574f',
  '#053f39',
]

const dark: MantineColorsTuple = [
  '#dfe5e6',
  '#b9c3c6',
  '#98a4a8',
  '#66747a',
  '#414d52',
  '#313b40',
  '#232b2f',
  '#161c1f',
  '#111618',
  '#0b0f11',
]

/** Optional fields say so, so the required ones need no asterisk. */
const field = { defaultProps: { radius: 'md', size: 'sm', withAsterisk: false } }

export const theme = createTheme({
  primaryColor: 'teal',
  primaryShade: 7,
  colors: { teal, dark },
  defaultRadius: 'md',
  cursorType: 'pointer',
  fontFamily:
    '"Public Sans", "Until Public Sans", system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  // Letters have five sizes: 13, 16, 20, 40 and 64 pixels.
  fontSizes: { xs: '0.8125rem', sm: '0.8125rem', lg: '1.25rem' },
  headings: {
    fontWeight: '650',
    sizes: {
      h1: { fontSize: 'clamp(2rem, 6vw, 2.5rem)', lineHeight: '1.15' },
      h2: { fontSize: '1.25rem', lineHeight: '1.3' },
      h3: { fontSize: '1.25rem', lineHeight: '1.3' },
      h4: { fontSize: '1rem', lineHeight: '1.4' },
    },
  },
  // Plain objects: `Button.extend` and the like would put all these components into the first script.
  components: {
    Modal: {
      defaultProps: { radius: 'lg', closeButtonProps: { 'aria-label': 'Close' } },
      styles: { title: { fontWeight: 600, fontSize: '1.25rem' } },
    },
    Button: { defaultProps: { radius: 'md' } },
    // As wide as the header, so that every screen has the same left edge.
    Container: { defaultProps: { size: 1140, px: 16 } },
    Card: { defaultProps: { withBorder: true, radius: 'lg', padding: 'lg', shadow: 'none' } },
    TextInput: field,
    PasswordInput: field,
    NumberInput: field,
    Select: field,
    Textarea: field,
    // Wide tables scroll; without a mouse, they need the focus for that.
    TableScrollContainer: { defaultProps: { scrollAreaProps: { viewportProps: { tabIndex: 0 } } } },
  },
})

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#fbfcfc',
    '--mantine-color-dimmed': '#566268',
    '--mantine-color-placeholder': '#66727a',
    '--mantine-color-error': '#b42318',
    '--mantine-color-red-outline': '#b42318',
    '--eq-surface': '#ffffff',
    '--eq-sunken': '#f2f5f5',
    '--eq-line': '#dfe5e6',
    '--eq-grid': '#e7ecec',
    '--eq-input': '#7d8b92',
    '--eq-output': '#0b6e63',
    '--eq-positive': '#1c62c4',
    '--eq-negative': '#b4470b',
    '--eq-loaded': '#7a3fb8',
    '--eq-biased': '#b4470b',
    '--eq-moderate': '#8a6100',
    '--eq-neutral': '#0b6e63',
    '--eq-texts': '#0b6e63',
    '--eq-gateway': '#2b50b5',
    '--eq-draws': '#94490a',
    '--eq-audits': '#7a3fb8',
    '--eq-on-tint': '#ffffff',
  },
  dark: {
    '--mantine-color-teal-light': 'rgba(63, 184, 168, 0.15)',
    '--mantine-color-teal-light-hover': 'rgba(63, 184, 168, 0.22)',
    '--mantine-color-teal-light-color': '#8fdccf',
    '--mantine-color-gray-light': 'rgba(185, 195, 198, 0.13)',
    '--mantine-color-gray-light-color': '#c9d1d3',
    '--mantine-color-dimmed': '#a3afb3',
    '--mantine-color-placeholder': '#93a0a5',
    '--mantine-color-error': '#ff9a8f',
    '--eq-surface': '#1b2225',
    '--eq-sunken': '#121719',
    '--eq-line': '#2f393d',
    '--eq-grid': '#283135',
    '--eq-input': '#8b999f',
    '--eq-output': '#3fb8a8',
    '--eq-positive': '#7fb2ff',
    '--eq-negative': '#ff9d5c',
    '--eq-loaded': '#cda2ff',
    '--eq-biased': '#ff9d5c',
    '--eq-moderate': '#e3b341',
    '--eq-neutral': '#3fb8a8',
    '--eq-texts': '#3fb8a8',
    '--eq-gateway': '#8fb0ff',
    '--eq-draws': '#f0b06a',
    '--eq-audits': '#cda2ff',
    '--eq-on-tint': '#12181a',
  },
})
