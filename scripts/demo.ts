// `npm run demo`: the service with a simulated AI provider, to try chat, proxy, strict mode and streaming offline. The provider is a
// separate server; the service starts as usual, with settings that name it.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BAD_KEY, SIMULATED, startSimulatedProvider } from '@equipoise/simulated'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const provider = await startSimulatedProvider()

const setting = (format: string, model: string, label: string) => ({
  format,
  base_url: provider.url,
  model: SIMULATED + model,
  label: `${label}, simulated`,
  aliases: [label.toLowerCase()],
  simulated: true,
})
const providers = {
  provider_a: setting('openai', 'large', 'OpenAI'),
  provider_b: setting('anthropic', 'calm', 'Anthropic'),
  provider_c: setting('openai', 'small', 'Groq'),
}

console.log(`
Demo: every AI answer is SIMULATED by ${provider.url} (canned texts, no model, no network).
  chat           works without further settings; answers name the model "${SIMULATED}small"
  proxy          any user_api_key works, except "${BAD_KEY}", which the provider rejects
  filter modes   the first answer is biased, the second moderate, the third neutral
`)

const service = spawn(process.execPath, [join(ROOT, 'scripts/start.mjs')], {
  cwd: ROOT,
  stdio: 'inherit',
  env: {
    ...process.env,
    DATA_DIR: process.env.DATA_DIR ?? join(ROOT, 'data/demo'),
    PROVIDERS: JSON.stringify(providers),
    CHAT_API_KEY: 'simulated-key',
    CHAT_PROVIDER: 'provider_c',
  },
})

// The terminal signals both processes; the provider must outlive the service's last requests.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => service.kill('SIGTERM'))
service.on('exit', async (code) => {
  await provider.close()
  process.exit(code ?? 1)
})
