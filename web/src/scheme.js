// Runs before the first paint, so that a page in dark never flashes white. It stands in a file of its own because the
// page's policy allows no inline script.
;(() => {
  let wanted = null
  try {
    wanted = localStorage.getItem('mantine-color-scheme-value')
  } catch {
    // Storage may be closed to us; the system's choice is a good one too.
  }
  const dark = wanted === 'dark' || (wanted !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
})()
