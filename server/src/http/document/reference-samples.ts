// One request in three languages for the API reference: curl, TypeScript with our SDK (or fetch, if the SDK has no method for it), Python
// with requests.
import { literalOf, type Sampled, type SampleSetting, sdkSampleOf } from './reference-sdk.ts'

export type { Sampled, SampleSetting } from './reference-sdk.ts'

export function samplesOf(one: Sampled, setting: SampleSetting): [language: string, code: string][] {
  const url = urlOf(one, setting.publicUrl)
  return [
    ['curl', curlOf(one, url)],
    ['TypeScript', sdkSampleOf(one, setting) ?? fetchOf(one, url)],
    ['Python', pythonOf(one, url)],
  ]
}

function urlOf({ path, query }: Sampled, publicUrl: string): string {
  const fields = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  return `${publicUrl}${path.filled}${fields.size > 0 ? `?${fields}` : ''}`
}

function curlOf({ method, credential, body, isForm }: Sampled, url: string): string {
  const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
  const lines = [`curl${method === 'GET' ? '' : ` -X ${method}`} ${url.includes('?') ? quoted(url) : url}`]
  if (credential) lines.push(credential === 'apiKey' ? '-H "X-Api-Key: $KEY"' : '-H "Authorization: Bearer $TOKEN"')
  if (isForm) lines.push(...fieldsOf(body).map(([name, value]) => `--data-urlencode ${quoted(`${name}=${value}`)}`))
  else if (body !== undefined) lines.push('-H "Content-Type: application/json"', `-d ${quoted(JSON.stringify(body))}`)
  return lines.join(' \\\n  ')
}

function fetchOf({ method, credential, body, isForm, answersJson }: Sampled, url: string): string {
  const headers = [
    ...(credential === 'apiKey' ? [`'X-Api-Key': process.env.KEY ?? ''`] : []),
    ...(credential === 'accessToken' ? ["Authorization: 'Bearer ' + process.env.TOKEN"] : []),
    ...(body === undefined || isForm ? [] : [`'Content-Type': 'application/json'`]),
  ]
  const given = literalOf(body, undefined, '  ')
  const options = [
    ...(method === 'GET' ? [] : [`method: '${method}'`]),
    ...(headers.length > 0 ? [`headers: { ${headers.join(', ')} }`] : []),
    ...(body === undefined ? [] : [`body: ${isForm ? `new URLSearchParams(${given})` : `JSON.stringify(${given})`}`]),
  ]
  const rest = options.length > 0 ? `, {\n  ${options.join(',\n  ')},\n}` : ''
  return `const response = await fetch('${url}'${rest})\nconst result = await response.${answersJson ? 'json' : 'text'}()`
}

function pythonOf({ method, credential, body, isForm, answersJson }: Sampled, url: string): string {
  const lines = [`    "${url}",`]
  if (credential === 'apiKey') lines.push('    headers={"X-Api-Key": os.environ["KEY"]},')
  if (credential === 'accessToken') lines.push(`    headers={"Authorization": "Bearer " + os.environ["TOKEN"]},`)
  if (body !== undefined) lines.push(`    ${isForm ? 'data' : 'json'}=${pythonLiteral(body)},`)
  const imports = credential ? 'import os\n\nimport requests' : 'import requests'
  const shown = answersJson ? 'response.json()' : 'response.text'
  return `${imports}\n\nresponse = requests.${method.toLowerCase()}(\n${lines.join('\n')}\n)\nprint(${shown})`
}

function pythonLiteral(value: unknown): string {
  if (value === null || value === undefined) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (Array.isArray(value)) return `[${value.map(pythonLiteral).join(', ')}]`
  if (typeof value !== 'object') return JSON.stringify(value)
  const fields = fieldsOf(value).map(([key, one]) => `${JSON.stringify(key)}: ${pythonLiteral(one)}`)
  return `{${fields.join(', ')}}`
}

function fieldsOf(value: unknown): [name: string, value: unknown][] {
  return Object.entries(value as Record<string, unknown>)
}
