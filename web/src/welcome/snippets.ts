// The first request, in three languages.

export const LANGUAGES = ['curl', 'TypeScript', 'Python'] as const
export type Language = (typeof LANGUAGES)[number]

const TEXT = 'The reckless council rammed the plan through.'

export function snippetOf(language: Language, { origin, apiKey }: { origin: string; apiKey: string }): string {
  if (language === 'curl') {
    return `curl -s ${origin}/ai/analyze \\
  -H 'X-Api-Key: ${apiKey}' \\
  -H 'Content-Type: application/json' \\
  -d '{"text": "${TEXT}"}'`
  }
  if (language === 'TypeScript') {
    return `import { Equipoise } from '@equipoise/sdk'

const client = new Equipoise({ baseUrl: '${origin}', apiKey: '${apiKey}' })
const { ain_score, evidence } = await client.ai.analyze('${TEXT}')
console.log(ain_score, evidence.map(({ text }) => text))`
  }
  return `import json, urllib.request

request = urllib.request.Request(
    "${origin}/ai/analyze",
    data=json.dumps({"text": "${TEXT}"}).encode(),
    headers={"X-Api-Key": "${apiKey}", "Content-Type": "application/json"},
)
answer = json.load(urllib.request.urlopen(request))
print(answer["ain_score"], [one["text"] for one in answer["evidence"]])`
}
