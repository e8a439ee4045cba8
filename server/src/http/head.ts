// What search engines and sites that show a link read: the title, description, address and picture of a page.
import { escapeHtml } from '../ground/escape-html.ts'
import { type PageFacts, previewOf } from './previews/previews.ts'

/** The title of each public screen is the one that its script sets. */
export const PUBLIC_SCREENS: readonly PageFacts[] = [
  {
    path: '/',
    title: 'Neutral writing, neutral AI, fair draws',
    about: 'A neutrality score for any text, AI answers that do not take a side, and draws that anyone can verify.',
  },
  {
    path: '/app/text',
    title: 'How neutral is this text?',
    about: 'Paste a text: the words that take a side are highlighted, with suggestions and a score. No account needed.',
  },
  {
    path: '/app/chat',
    title: 'Chat with scored answers',
    about: 'Ask an AI model and see how neutral each answer is. In strict mode, a loaded answer is tried again.',
  },
  {
    path: '/app/playground',
    title: 'Balance from any bias',
    about: 'Turn a biased source into a balanced sequence, and repeat it from its seed.',
  },
  {
    path: '/app/draws',
    title: 'Draws',
    about:
      'Pick winners or throw dice. With an account, a draw gets a signed receipt and a page that anyone can check.',
  },
  {
    path: '/app/audits',
    title: 'Is a model even-handed?',
    about: 'Ask a model the same about two sides, hundreds of times, and get a report that anyone can compute again.',
  },
  { path: '/app/pricing', title: 'Pricing', about: 'Plans and their monthly limits. Start free, without a card.' },
  { path: '/app/status', title: 'Status', about: 'Whether this service works right now.' },
  {
    path: '/app/verify-receipt',
    title: 'Verify receipts',
    about: 'Check the receipt of a draw or of an assignment in your browser.',
  },
  { path: '/app/sign-in', title: 'Sign in', about: 'Sign in to your account.' },
  { path: '/app/sign-up', title: 'Create an account', about: 'A free account, without a card.' },
]

export function headOf({ title, about, path }: PageFacts, { name, publicUrl }: { name: string; publicUrl: string }) {
  const whole = escapeHtml(`${title} · ${name}`)
  const address = escapeHtml(publicUrl + path)
  return [
    `<title>${whole}</title>`,
    `<meta name="description" content="${escapeHtml(about)}">`,
    `<link rel="canonical" href="${address}">`,
    '<meta property="og:type" content="website">',
    `<meta property="og:title" content="${whole}">`,
    `<meta property="og:description" content="${escapeHtml(about)}">`,
    `<meta property="og:url" content="${address}">`,
    `<meta property="og:image" content="${escapeHtml(publicUrl + previewOf(path))}">`,
    '<meta name="twitter:card" content="summary_large_image">',
  ].join('\n')
}
