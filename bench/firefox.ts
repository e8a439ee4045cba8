// `npm run firefox`: the main way through the editor in Firefox (type, marks, clear, undo), with a service of its own.
import { evaluateIn, type Send, withFirefox } from './firefox-session.ts'
import { withService } from './web-service.ts'

const STEP_TIMEOUT_MS = 30_000
const POLL_MS = 200
const TEXT = 'The council met on Tuesday. The reckless scheme was an absolutely shameless disgrace.'

await withService((url) => withFirefox((send) => walk(send, url)))

async function walk(send: Send, url: string): Promise<void> {
  const { context } = await send('browsingContext.create', { type: 'tab' })
  const run = evaluateIn(send, context)
  const until = async (what: string, expression: string) => {
    const endMs = Date.now() + STEP_TIMEOUT_MS
    while ((await run(expression)) !== true) {
      if (Date.now() > endMs) throw new Error(`Firefox: ${what} did not come`)
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    }
    console.log(`✓ ${what}`)
  }
  const press = (text: string) => {
    const actions = [...text].flatMap((value) => ['keyDown', 'keyUp'].map((type) => ({ type, value })))
    return send('input.performActions', { context, actions: [{ type: 'key', id: 'keyboard', actions }] })
  }
  const click = (name: string) =>
    run(`[...document.querySelectorAll('button')].find((one) => one.textContent.trim() === '${name}').click()`)
  const field = `document.querySelector('textarea')`
  await send('browsingContext.navigate', { context, url: `${url}/app/text`, wait: 'complete' })
  await until('the editor', `${field} !== null && document.querySelectorAll('[data-start]').length > 0`)
  await run(`${field}.focus(), ${field}.select()`)
  await press(TEXT)
  await until('the typed text', `${field}.value === ${JSON.stringify(TEXT)}`)
  await until('marks', `[...document.querySelectorAll('[data-start]')].some((one) => one.textContent === 'reckless')`)
  await until('a score', `document.querySelector('[role=img][aria-label^="Neutrality score"]') !== null`)
  await click('Clear')
  await until('an empty page', `${field}.value === ''`)
  await click('Undo')
  await until('the text again', `${field}.value === ${JSON.stringify(TEXT)}`)
  await send('browsingContext.navigate', {
    context,
    url: `${url}/app/playground?bias=0.1&N=9&samples=1000&seed=42`,
    wait: 'complete',
  })
  await until('the playground', `document.body.textContent.includes('001001011')`)
}
