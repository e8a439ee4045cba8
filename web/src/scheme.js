// Runs before the first paint, so that a page in dark never flashes white. It stands in a file of its own because the
// page's policy allows no inline script.
;(() => {
  let wanted = null
  try {
    wanted = localStorage.getItem('mantine-color-scheme-value')
    // Who has a text of their own does not see a sample in its place until it is read.
    const owner = localStorage.getItem('documents-owner')
    const key = `current-document${owner === null ? '' : `-${owner}`}`
    if (localStorage.getItem(key) !== null) document.documentElement.setAttribute('data-own-text', '')
  } catch {
    // Storage may be closed to us; the system's choice is a good one too.
  }
  const dark = wanted === 'dark' || (wanted !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
})()
