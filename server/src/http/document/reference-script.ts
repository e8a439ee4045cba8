/** The script of the API reference: colour scheme, search, language of the samples, and trying a request. No library, no other host. */
export const REFERENCE_SCRIPT = `
const stored = (name) => { try { return localStorage.getItem(name) } catch { return null } }
const store = (name, value) => { try { localStorage.setItem(name, value) } catch {} }
const wanted = stored('mantine-color-scheme-value')
if (wanted === 'light' || wanted === 'dark') document.documentElement.dataset.scheme = wanted

const search = document.querySelector('#search')
const entries = [...document.querySelectorAll('nav li[data-search]')]
const groups = [...document.querySelectorAll('nav details.group')]
const isHere = (group) => group.dataset.page === location.pathname
for (const group of groups) group.open = isHere(group)
search?.addEventListener('input', () => {
  const words = search.value.toLowerCase().split(' ').filter(Boolean)
  for (const entry of entries) entry.hidden = !words.every((word) => entry.dataset.search.includes(word))
  for (const group of groups) {
    group.hidden = [...group.querySelectorAll('li')].every((entry) => entry.hidden)
    group.open = words.length > 0 ? !group.hidden : isHere(group)
  }
  document.querySelector('#nothing').hidden = entries.some((entry) => !entry.hidden)
})
// Asked if somebody has signed in here before: visitors send nothing.
const person = document.querySelector('#person')
if (stored('documents-owner')) {
  fetch('/auth/session').then((answer) => answer.json()).then(({ account }) => {
    if (account) Object.assign(person, { href: '/app/account', textContent: 'Account' })
  }, () => undefined)
}

function choose(language) {
  for (const button of document.querySelectorAll('button[data-language]'))
    button.setAttribute('aria-pressed', String(button.dataset.language === language))
  for (const sample of document.querySelectorAll('pre[data-language]')) sample.hidden = sample.dataset.language !== language
}
for (const button of document.querySelectorAll('button[data-language]')) {
  button.addEventListener('click', () => { store('docs-language', button.dataset.language); choose(button.dataset.language) })
}
choose(stored('docs-language') || 'curl')

async function send(form) {
  const output = form.querySelector('output')
  const fields = new FormData(form)
  const path = form.dataset.path.replace(/\\{(\\w+)\\}/g, (_all, name) => encodeURIComponent(fields.get('path:' + name) || ''))
  const query = new URLSearchParams()
  for (const [name, value] of fields) if (name.startsWith('query:') && value) query.set(name.slice(6), value)
  const headers = {}
  const credential = document.querySelector('#credential').value.trim()
  if (credential) headers.authorization = 'Bearer ' + credential
  const body = fields.get('body')
  if (body !== null) headers['content-type'] = 'application/json'
  output.textContent = 'Sending …'
  try {
    const response = await fetch(path + (query.size > 0 ? '?' + query : ''), {
      method: form.dataset.method, headers, ...(body === null ? {} : { body }), credentials: 'omit',
    })
    const text = await response.text()
    let shown = text
    try { shown = JSON.stringify(JSON.parse(text), null, 2) } catch {}
    output.textContent = response.status + ' ' + response.statusText + '\\n\\n' + shown.slice(0, 20000)
  } catch (error) {
    output.textContent = 'The request could not be sent: ' + error.message
  }
}
for (const form of document.querySelectorAll('form[data-path]')) {
  form.addEventListener('submit', (event) => { event.preventDefault(); send(form) })
}
`
