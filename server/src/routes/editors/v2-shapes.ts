import { z } from 'zod'
import { named } from '../../http/http.ts'

const replacement = z.looseObject({
  value: z.string().describe('A replacement. If empty, leave the words out.'),
})
const context = z.looseObject({
  text: z.string().describe('The match with some text around it.'),
  offset: z.int().describe('Where the match starts in this text.'),
  length: z.int().describe('How long the match is.'),
})
const category = z.looseObject({
  id: z.string().describe('`NEUTRALITY` for our own matches.'),
  name: z.string().describe('A name to show to people.'),
})
const rule = z.looseObject({
  id: z.string().describe('Which rule, for example `LOADED_LABEL`.'),
  description: z.string().describe('What the rule is about.'),
  issueType: z.string().optional().describe('`style` for our own matches.'),
  category: category.describe('The group of the rule.'),
})
const match = named(
  'CheckMatch',
  'One match in the text. Matches of LanguageTool have every field that it sent.',
  z.looseObject({
    message: z.string().describe('The message to the writer.'),
    shortMessage: z.string().optional().describe('A short form of the message.'),
    offset: z.int().describe('Where it starts in text and markup, in UTF-16 code units.'),
    length: z.int().describe('How long it is, in UTF-16 code units.'),
    replacements: z.array(replacement).describe('Possible replacements.'),
    context: context.describe('The match with some text around it.'),
    sentence: z.string().optional().describe('The sentence it is in.'),
    type: z
      .looseObject({ typeName: z.string().describe('`Hint` for our own matches.') })
      .optional()
      .describe('How to show it.'),
    rule: rule.describe('The rule that found it.'),
  }),
)
const language = z.looseObject({
  name: z.string().describe('The name of the language.'),
  code: z.string().describe('Its code.'),
  detectedLanguage: z
    .looseObject({
      name: z.string().describe('The name of the language.'),
      code: z.string().describe('Its code.'),
      confidence: z.number().optional().describe('How sure we are, from 0 to 1.'),
    })
    .optional()
    .describe('The language that the text seems to be in.'),
})

export const checkResult = named(
  'CheckResult',
  "The matches in a text, in LanguageTool's format.",
  z.object({
    software: z
      .object({
        name: z.string().describe('The name of this service.'),
        version: z.string().describe('Its version.'),
        apiVersion: z.int().describe('Always 1.'),
        premium: z.boolean().describe('Always false.'),
        status: z.string().describe('Always empty.'),
      })
      .describe('Who checked the text.'),
    warnings: z
      .object({ incompleteResults: z.boolean().describe('Whether LanguageTool could not be reached.') })
      .describe('What is missing.'),
    language: language.describe('The language of the text.'),
    matches: z.array(match).describe('The matches, in the order of the text.'),
  }),
)

export const languageList = z
  .array(
    named(
      'CheckLanguage',
      'A language that can be checked.',
      z.object({
        name: z.string().describe('A name to show to people.'),
        code: z.string().describe('The language, for example `en`.'),
        longCode: z.string().describe('The code to send as `language`, for example `en-GB`.'),
      }),
    ),
  )
  .describe('The languages that can be checked.')
