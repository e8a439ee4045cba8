// Runs before the first paint, so that a dark page never flashes white. A separate file, because the page's policy allows no inline
// script.
;(() => {
  let wanted = null
  try {
    wanted = localStorage.getItem('mantine-color-scheme-value')
    // People with their own text do not see a sample until their text is read.
    const owner = localStorage.getItem('documents-owner')
    const key = `current-document${owner === null ? '' : `-${owner}`}`
    if (localStorage.getItem(key) !== null) document.documentElement.setAttribute('data-own-text', '')
  } catch {
    // Storage may be blocked; then the system's choice counts.
  }
  const dark = wanted === 'dark' || (wanted !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
})()
