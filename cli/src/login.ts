// `equipoise login` saves an API key or a sign-in for later commands; `equipoise logout` deletes it.
import { spawn } from 'node:child_process'
import { Equipoise, EquipoiseError } from '@equipoise/sdk'
import { DEFAULT_URL, type Environment, forget, readSaved, type Saved, save, tidy } from './credentials.ts'

interface LoginGiven {
  readonly values: Readonly<Record<string, unknown>>
  readonly env: Environment
  readonly isInteractive: boolean
  readonly fetch: typeof fetch | undefined
  /** Reads one line without showing it; from a pipe, reads everything. */
  readSecret(question: string): Promise<string>
  remark(line: string): void
}

export async function login(given: LoginGiven): Promise<undefined> {
  const { values, env } = given
  const url = tidy(String(values.url ?? (env.EQUIPOISE_URL || DEFAULT_URL)))
  const before = await readSaved(env)
  const found = values.email === undefined ? await pasted(given, url) : await signedIn(given, url)
  await verify(given, { url, ...found })
  // An API key and a sign-in of the same service are kept together.
  const path = await save(env, { ...(before?.url === url ? before : {}), url, ...found })
  given.remark(`Signed in to ${url}. Saved in ${path}, readable only by you.`)
}

export async function logout({ env, fetch, remark }: Pick<LoginGiven, 'env' | 'fetch' | 'remark'>): Promise<undefined> {
  const saved = await readSaved(env)
  await forget(env)
  if (saved?.token) {
    // Also ends the session on the service; without a connection it expires by itself.
    await new Equipoise({ baseUrl: saved.url, token: saved.token, fetch }).auth.logout().catch(() => undefined)
  }
  remark(saved ? `Signed out of ${saved.url}.` : 'You were not signed in.')
}

async function signedIn({ values, env, readSecret, fetch }: LoginGiven, url: string): Promise<Pick<Saved, 'token'>> {
  const password = await readSecret(`Password of ${String(values.email)}: `)
  const client = new Equipoise({ baseUrl: url, fetch, brand: env.EQUIPOISE_BRAND || undefined })
  const code = values.code === undefined ? {} : { code: String(values.code) }
  const { access_token } = await client.auth.login({ email: String(values.email), password, ...code })
  return { token: access_token }
}

/** A key created in the browser, or any credential from a pipe. */
async function pasted(given: LoginGiven, url: string): Promise<Pick<Saved, 'apiKey' | 'token'>> {
  if (given.isInteractive && !values(given).token) {
    const page = `${url}/app/keys`
    given.remark(`Create an API key in your browser: ${page}`)
    if (!values(given)['no-browser']) openBrowser(page, given.env)
  }
  const secret = (await given.readSecret('Paste the API key: ')).trim()
  if (secret === '') throw new Error('the input contains no API key or token')
  return secret.split('.').length === 3 ? { token: secret } : { apiKey: secret }
}

function values({ values: given }: LoginGiven): Readonly<Record<string, unknown>> {
  return given
}

/** Credentials that do not work are not saved. */
async function verify({ env, fetch }: LoginGiven, { url, apiKey, token }: Saved): Promise<void> {
  const brand = env.EQUIPOISE_BRAND || undefined
  const client = new Equipoise({ baseUrl: url, apiKey, token: apiKey ? undefined : token, brand, fetch })
  await client.usage().catch((error: unknown) => {
    throw error instanceof EquipoiseError ? new EquipoiseError(`Nothing was saved: ${error.message}`) : error
  })
}

function openBrowser(page: string, env: Environment): void {
  const [command, args] =
    process.platform === 'darwin'
      ? ['open', [page]]
      : process.platform === 'win32'
        ? ['cmd', ['/c', 'start', '', page]]
        : ['xdg-open', [page]]
  const child = spawn(command as string, args as string[], {
    stdio: 'ignore',
    detached: true,
    env: env as NodeJS.ProcessEnv,
  })
  // Without a browser the person can still copy the address.
  child.on('error', () => undefined)
  child.unref()
}
