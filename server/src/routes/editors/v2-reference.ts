import type { Brand } from '../../ground/brand.ts'
import type { Operation } from '../../http/http.ts'

export const checkText = ({ name }: Brand): Operation => ({
  operationId: 'checkText',
  access: 'scope ai',
  sdk: 'none',
  tags: ['Text'],
  summary: "Check a text in LanguageTool's format",
  description:
    "For editors and add-ons that use LanguageTool's HTTP API: set their server address to this deployment. Fields are form fields; send your API key as a header, or as `apiKey` within the first 8,192 bytes of the form. If the operator allows it, programs on the same machine need no key. If the deployment has its own LanguageTool server, its matches are in the list as well. Costs one text analysis for every 10,000 characters, rounded up. If your quota is used up, the response is 200 with one match that says so. Malformed requests are 400, and texts of more than 100,000 characters 413.",
  examples: {
    request: { text: 'The minister slammed the reform on Tuesday.', language: 'en-GB', level: 'default' },
    response: {
      software: { name, version: '1.0.0', apiVersion: 1, premium: false, status: '' },
      warnings: { incompleteResults: false },
      language: {
        name: 'English (GB)',
        code: 'en-GB',
        detectedLanguage: { name: 'English', code: 'en', confidence: 0.6886 },
      },
      matches: [
        {
          message:
            '“slammed”: A verb that tells readers how to feel about what was done. A neutral alternative is “criticised”.',
          shortMessage: 'Loaded wording',
          offset: 13,
          length: 7,
          replacements: [{ value: 'criticised' }],
          context: { text: 'The minister slammed the reform on Tuesday.', offset: 13, length: 7 },
          sentence: 'The minister slammed the reform on Tuesday.',
          type: { typeName: 'Hint' },
          rule: {
            id: 'LOADED_VERB',
            description: 'A verb that tells readers how to feel about what was done.',
            issueType: 'style',
            category: { id: 'NEUTRALITY', name: 'Neutral wording' },
          },
        },
      ],
    },
  },
})

export const listLanguages: Operation = {
  operationId: 'listLanguages',
  access: 'anyone',
  sdk: 'none',
  tags: ['Text'],
  summary: 'List the languages that can be checked',
  description:
    "In LanguageTool's format. If the deployment has its own LanguageTool server, these are its languages; otherwise the variants of English.",
  examples: { response: [{ name: 'English (GB)', code: 'en', longCode: 'en-GB' }] },
}
