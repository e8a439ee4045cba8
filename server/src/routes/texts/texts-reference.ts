import type { Brand } from '../../ground/brand.ts'
import { type Operation, statusOf } from '../../http/http.ts'
import { analyzeText } from './analyze-reference.ts'

const LOADED = 'The disastrous reform was rushed through parliament on Tuesday.'

export const analyzeTexts = (brand: Brand): Operation => ({
  operationId: 'analyzeTexts',
  access: 'scope ai',
  sdk: ['ai.analyzeBatch', 'body'],
  tags: ['Text'],
  summary: 'Score many texts at once',
  description:
    'Scores up to 100 texts, with 200,000 characters in total. Each text gets the response of `POST /ai/analyze`, or its own error if it is empty or longer than 10,000 characters. Costs one text analysis for each text that was scored, charged at once: if your quota is too small for all of them, none is scored.',
  examples: {
    request: { texts: [LOADED, ''] },
    response: {
      results: [
        { index: 0, analysis: analyzeText(brand).examples?.response },
        { index: 1, error: { status: statusOf('invalid'), detail: 'String should have at least 1 character' } },
      ],
      scored: 1,
      failed: 1,
    },
  },
})

export const createModeration: Operation = {
  operationId: 'createModeration',
  access: 'scope ai',
  sdk: 'none',
  tags: ['OpenAI-compatible'],
  summary: 'Score texts as a moderation',
  description:
    "OpenAI's moderations with one category, `bias`: its score is 1 minus the neutrality score. A text is flagged if its neutrality score is below 0.4. At most 100 texts of 10,000 characters each, with 200,000 characters in total. Costs one text analysis for each text.",
  examples: {
    request: { input: LOADED, model: 'omni-moderation-latest' },
    response: {
      id: 'modr-0b9d8a3e-54c5-4a0b-9f0d-2f3f6f1a7c11',
      model: '3.0.0-default',
      results: [
        {
          flagged: true,
          categories: { bias: true },
          category_scores: { bias: 0.6945 },
          category_applied_input_types: { bias: ['text'] },
        },
      ],
    },
  },
}

const UNJUDGED = 'A text that we cannot score, because it is too short or not in English, is not blocked.'
const COST = 'Costs one text analysis for every 10,000 characters of a text, rounded up.'

export const litellmGuardrail: Operation = {
  operationId: 'applyLitellmGuardrail',
  access: 'scope ai',
  sdk: 'none',
  tags: ['Text'],
  summary: 'Score texts for LiteLLM',
  description: `LiteLLM's generic guardrail API: \`BLOCKED\` if the neutrality score of a text is below \`min_score\`, \`NONE\` otherwise. With \`on_loaded: "neutralise"\` we apply our suggestions to loaded texts first: if that is enough, the response is \`GUARDRAIL_INTERVENED\` with the texts. ${UNJUDGED} ${COST}`,
  examples: {
    request: {
      texts: [LOADED],
      input_type: 'response',
      additional_provider_specific_params: { min_score: 0.4, tier: 'fast' },
    },
    response: {
      action: 'BLOCKED',
      blocked_reason: 'The neutrality score 0.2985 is below 0.4. Loaded words: disastrous.',
    },
  },
}

export const portkeyGuardrail: Operation = {
  operationId: 'applyPortkeyGuardrail',
  access: 'scope ai',
  sdk: 'none',
  tags: ['Text'],
  summary: 'Score a text for Portkey',
  description: `Portkey's guardrail webhook: \`verdict\` is false if the neutrality score of the prompt, or of the answer, is below \`min_score\`. ${UNJUDGED} ${COST}`,
  examples: {
    request: { response: { text: LOADED }, eventType: 'afterRequestHook' },
    response: {
      verdict: false,
      data: {
        reason: 'The neutrality score 0.3055 is below 0.4. Loaded words: disastrous.',
        ain_score: 0.3055,
        bias_direction: 'negative_leaning',
        words: ['disastrous'],
      },
    },
  },
}

const PROMPT = 'Of a prompt, the last message of the user is scored.'

export const agentgatewayPrompt: Operation = {
  operationId: 'applyAgentgatewayPromptGuard',
  access: 'scope ai',
  sdk: 'none',
  tags: ['Text'],
  summary: 'Score a prompt for agentgateway',
  description: `The guardrail webhook of agentgateway for prompts: the action has a \`status_code\` if the neutrality score is below \`min_score\`, and lets the prompt pass otherwise. ${PROMPT} ${UNJUDGED} ${COST}`,
  examples: {
    request: { body: { messages: [{ role: 'user', content: LOADED }] } },
    response: {
      action: {
        body: '{"error":{"message":"The neutrality score 0.3055 is below 0.4. Loaded words: disastrous.","type":"invalid_request_error","code":"loaded_wording","param":null}}',
        status_code: statusOf('forbidden'),
        reason: 'The neutrality score 0.3055 is below 0.4. Loaded words: disastrous.',
      },
    },
  },
}

export const agentgatewayResponse: Operation = {
  operationId: 'applyAgentgatewayResponseGuard',
  access: 'scope ai',
  sdk: 'none',
  tags: ['Text'],
  summary: 'Score answers for agentgateway',
  description: `The guardrail webhook of agentgateway for answers: the action has a \`status_code\` if the neutrality score of one of them is below \`min_score\`. With \`on_loaded=neutralise\` we apply our suggestions first; if that is enough, the action has the changed answers. ${UNJUDGED} ${COST}`,
  examples: {
    request: {
      body: { choices: [{ message: { role: 'assistant', content: 'Parliament passed the reform on Tuesday.' } }] },
    },
    response: { action: { reason: 'The wording is neutral enough.' } },
  },
}

export const envoyCheck: Operation = {
  operationId: 'checkEnvoyRequest',
  access: 'scope ai',
  sdk: 'none',
  tags: ['Text'],
  summary: 'Score a prompt for Envoy',
  description: `Envoy's external authorization over HTTP: 200 if the prompt can pass, and 403 with the reason if its neutrality score is below \`min_score\`. ${PROMPT} ${UNJUDGED} ${COST}`,
  examples: {
    request: { model: 'm', messages: [{ role: 'user', content: 'Parliament passed the reform on Tuesday.' }] },
    response: { allowed: true },
  },
}
