// The names that a visitor typed: they are still there after signing up, which leads to other screens. Members' names are never kept.
const KEY = 'visitor-names'

export function keptNames(): string {
  try {
    return sessionStorage.getItem(KEY) ?? ''
  } catch {
    return ''
  }
}

export function keepNames(text: string): void {
  try {
    // First, so that a list too long to be kept leaves no earlier one.
    sessionStorage.removeItem(KEY)
    if (text !== '') sessionStorage.setItem(KEY, text)
  } catch {
    // Without storage the names live as long as the screen.
  }
}
