// One request in three languages, for the API reference: curl, TypeScript with our SDK, Python with requests.

export interface Sampled {
  readonly method: string
  readonly path: string
  readonly operationId: string
  /** Which credentials the request needs, if any. */
  readonly credential: 'apiKey' | 'accessToken' | undefined
  readonly body: unknown
}

/** Operations whose method of the SDK takes the body as its only argument, or nothing. */
const SDK_METHODS: Record<string, string> = {
  computeSequence: 'compute',
  sweepBiases: 'sweep',
  createChat: 'ai.chat',
  createProxiedChat: 'ai.proxy',
  signUp: 'auth.register',
  signIn: 'auth.login',
  signOut: 'auth.logout',
  getAccount: 'auth.me',
  listSessions: 'auth.sessions',
  listApiKeys: 'keys.list',
  createApiKey: 'keys.create',
  getUsage: 'usage',
  listPlans: 'plans',
  getBrand: 'brand',
  getHealth: 'health',
}

export function samplesOf(one: Sampled, publicUrl: string): [language: string, code: string][] {
  return [
    ['curl', curlOf(one, publicUrl)],
    ['TypeScript', typescriptOf(one, publicUrl)],
    ['Python', pythonOf(one, publicUrl)],
  ]
}

function curlOf({ method, path, credential, body }: Sampled, publicUrl: string): string {
  const lines = [`curl${method === 'GET' ? '' : ` -X ${method}`} ${publicUrl}${path}`]
  if (credential) lines.push(credential === 'apiKey' ? '-H "X-Api-Key: $KEY"' : '-H "Authorization: Bearer $TOKEN"')
  if (body !== undefined) {
    const json = JSON.stringify(body).replaceAll("'", "'\\''")
    lines.push('-H "Content-Type: application/json"', `-d '${json}'`)
  }
  return lines.join(' \\\n  ')
}

function typescriptOf(one: Sampled, publicUrl: string): string {
  const { operationId, body, credential } = one
  const name = SDK_METHODS[operationId]
  const text = operationId === 'analyzeText' ? (body as { text: string }).text : undefined
  if (!name && text === undefined) return fetchOf(one, publicUrl)
  const options = [
    `baseUrl: '${publicUrl}'`,
    ...(credential ? [credential === 'apiKey' ? 'apiKey: process.env.KEY' : 'token: process.env.TOKEN'] : []),
  ]
  const given = body === undefined ? '' : JSON.stringify(body, null, 2)
  const call = text === undefined ? `${name}(${given})` : `ai.analyze(${JSON.stringify(text)})`
  return `import { Equipoise } from '@equipoise/sdk'

const client = new Equipoise({ ${options.join(', ')} })
const result = await client.${call}`
}

function fetchOf({ method, path, credential, body }: Sampled, publicUrl: string): string {
  const headers = [
    ...(credential === 'apiKey' ? [`'X-Api-Key': process.env.KEY`] : []),
    ...(credential === 'accessToken' ? ["Authorization: 'Bearer ' + process.env.TOKEN"] : []),
    ...(body === undefined ? [] : [`'Content-Type': 'application/json'`]),
  ]
  const options = [
    ...(method === 'GET' ? [] : [`method: '${method}'`]),
    ...(headers.length > 0 ? [`headers: { ${headers.join(', ')} }`] : []),
    ...(body === undefined ? [] : [`body: JSON.stringify(${JSON.stringify(body)})`]),
  ]
  const rest = options.length > 0 ? `, {\n  ${options.join(',\n  ')},\n}` : ''
  return `const response = await fetch('${publicUrl}${path}'${rest})\nconst result = await response.json()`
}

function pythonOf({ method, path, credential, body }: Sampled, publicUrl: string): string {
  const lines = [`    "${publicUrl}${path}",`]
  if (credential === 'apiKey') lines.push('    headers={"X-Api-Key": os.environ["KEY"]},')
  if (credential === 'accessToken') lines.push(`    headers={"Authorization": "Bearer " + os.environ["TOKEN"]},`)
  if (body !== undefined) lines.push(`    json=${pythonLiteral(body)},`)
  const imports = credential ? 'import os\n\nimport requests' : 'import requests'
  return `${imports}\n\nresponse = requests.${method.toLowerCase()}(\n${lines.join('\n')}\n)\nprint(response.json())`
}

function pythonLiteral(value: unknown): string {
  if (value === null || value === undefined) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (Array.isArray(value)) return `[${value.map(pythonLiteral).join(', ')}]`
  if (typeof value !== 'object') return JSON.stringify(value)
  const fields = Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${pythonLiteral(one)}`)
  return `{${fields.join(', ')}}`
}
