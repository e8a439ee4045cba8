// Batches, moderations and the guardrails of other gateways: the same scores in other formats.
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Account, type AiService, openAiService, scoreByText } from '../../../test/ai-service.ts'
import { makeKey, signUp } from '../../../test/people.ts'
import { ApiError } from '../../ground/errors.ts'
import { isBelow, passedFor } from './guarding.ts'

let service: AiService
let account: Account

beforeAll(async () => {
  const analyze = (text: string) => {
    if (text.includes('too slow')) throw new ApiError('timed_out', 'The text could not be scored in time.')
    const analysis = scoreByText(text)
    // "dreadful" has a suggestion; with "good" in the text that is enough.
    if (!text.startsWith('dreadful plan')) return analysis
    const after = text.endsWith('good') ? 'bad plan scores 0.9' : 'bad plan scores 0.2'
    return {
      ...analysis,
      evidence: analysis.evidence.map((one) => ({ ...one, end: text.length, text, suggestion: after })),
    }
  }
  service = await openAiService({ analyze })
})
afterAll(() => service.close())

async function post(path: string, body: unknown, key?: string) {
  account = key ? account : await service.account('free')
  const answer = await service.app.inject({
    method: 'POST',
    url: path,
    headers: { 'x-api-key': key ?? account.key, 'content-type': 'application/json' },
    payload: JSON.stringify(body),
  })
  return { status: answer.statusCode, json: answer.json() }
}

/** An account of the free plan with this many text analyses left. */
async function leave(units: number): Promise<Account> {
  const spender = await service.account('free')
  const texts = Array.from({ length: 100 }, () => 'a')
  for (let left = 500; left > units; left -= 100) {
    const batch = texts.slice(0, Math.min(100, left - units))
    await post('/ai/analyze/batch', { texts: batch }, spender.key)
  }
  return spender
}

describe('the sides of POST /ai/analyze', () => {
  const sides = ['wages should rise', 'prices should stay low']
  const even = 'Supporters say that wages would rise. Critics fear for low prices.'
  const key = async () => (await service.account('free')).key

  test('add how well the text covers both, and change nothing else', async () => {
    const [without, covered] = [
      await post('/ai/analyze', { text: even }, await key()),
      await post('/ai/analyze', { text: even, sides }, await key()),
    ]
    const { coverage, coverage_basis: basis, ...rest } = covered.json
    expect(rest).toEqual(without.json)
    expect(coverage).toBeGreaterThan(0.5)
    expect(basis).toMatchObject({ other_side: expect.any(Number), attributed: expect.any(Number) })
  })

  test.each([
    [['one']],
    [['one', 'two', 'three']],
    [['one', '']],
    [['one', 'x'.repeat(501)]],
    [['one', 'One']],
    ['one'],
  ])('are two different texts of up to 500 characters: %j', async (wrong) => {
    expect((await post('/ai/analyze', { text: even, sides: wrong }, await key())).status).toBe(422)
  })
})

describe('POST /ai/analyze/batch', () => {
  test('each text gets the same analysis as alone, and costs one', async () => {
    const texts = ['Dreadful text scores 0.39', 'A plain text']
    const { status, json } = await post('/ai/analyze/batch', { texts })
    expect([status, json.scored, json.failed]).toEqual([200, 2, 0])
    expect(await account.used('ai/analyze')).toBe(2)
    for (const [index, text] of texts.entries()) {
      const alone = await post('/ai/analyze', { text })
      expect(json.results[index]).toEqual({ index, analysis: alone.json })
    }
  })

  test('a text that cannot be scored has its own error and costs nothing', async () => {
    const texts = ['', 'A plain text', '😀'.repeat(10_001), '😀'.repeat(10_000), 'too slow']
    const { status, json } = await post('/ai/analyze/batch', { texts })
    expect([status, json.scored, json.failed]).toEqual([200, 2, 3])
    expect(json.results.map(({ error }: { error?: object }) => error)).toEqual([
      { status: 422, detail: 'String should have at least 1 character' },
      undefined,
      { status: 422, detail: 'String should have at most 10000 characters' },
      undefined,
      { status: 504, detail: 'The text could not be scored in time.' },
    ])
    expect(await account.used('ai/analyze')).toBe(2)
  })

  test('if none could be scored, the batch is an error and costs nothing', async () => {
    expect((await post('/ai/analyze/batch', { texts: ['too slow', 'too slow'] })).status).toBe(504)
    expect(await account.used('ai/analyze')).toBe(0)
  })

  test('accepts at most 100 texts and 200,000 characters', async () => {
    const texts = Array.from({ length: 20 }, () => 'é'.repeat(10_000))
    expect((await post('/ai/analyze/batch', { texts })).status).toBe(200)
    const more = await post('/ai/analyze/batch', { texts: [...texts, 'a'] })
    expect([more.status, more.json.detail]).toEqual([
      422,
      [
        {
          loc: ['body', 'texts'],
          msg: 'The texts should have at most 200000 characters together',
          type: 'string_too_long',
        },
      ],
    ])
    expect((await post('/ai/analyze/batch', { texts: Array.from({ length: 101 }, () => 'a') })).json.detail[0]).toEqual(
      {
        loc: ['body', 'texts'],
        msg: 'List should have at most 100 items',
        type: 'too_long',
      },
    )
    expect((await post('/ai/analyze/batch', { texts: [] })).status).toBe(422)
    expect((await post('/ai/analyze/batch', { texts: ['a', 7] })).json.detail[0].loc).toEqual(['body', 'texts', 1])
    expect(await account.used('ai/analyze')).toBe(0)
  })

  test('if the quota is too small for all texts, none is scored', async () => {
    const spender = await leave(2)
    const rejected = await post('/ai/analyze/batch', { texts: ['a', 'b', 'c'] }, spender.key)
    expect([rejected.status, rejected.json.detail]).toEqual([402, expect.stringContaining('this call needs 3')])
    expect((await post('/ai/analyze/batch', { texts: ['a', 'b', ''] }, spender.key)).status).toBe(200)
    expect(await spender.used('ai/analyze')).toBe(500)
  })
})

describe('POST /v1/moderations', () => {
  const client = () => new OpenAI({ apiKey: account.key, baseURL: `${service.url}/v1`, maxRetries: 0 })

  test("OpenAI's client accepts it: the score is 1 minus AIN, and below 0.4 a text is flagged", async () => {
    account = await service.account('free')
    const { id, results } = await client().moderations.create({
      model: 'omni-moderation-latest',
      input: ['It scores 0.3999', 'It scores 0.4'],
    })
    expect(id).toMatch(/^modr-/)
    expect(results).toEqual([
      {
        flagged: true,
        categories: { bias: true },
        category_scores: { bias: 0.6001 },
        category_applied_input_types: { bias: ['text'] },
      },
      {
        flagged: false,
        categories: { bias: false },
        category_scores: { bias: 0.6 },
        category_applied_input_types: { bias: ['text'] },
      },
    ])
    expect(await account.used('ai/analyze')).toBe(2)
  })

  test('the parts of a message are one input, and images are left out', async () => {
    account = await service.account('free')
    const { results } = await client().moderations.create({
      input: [
        { type: 'text', text: 'This part' },
        { type: 'image_url', image_url: { url: 'https://example.org/a.png' } },
        { type: 'text', text: 'scores 0.1' },
      ],
    })
    expect(results).toMatchObject([{ flagged: true, category_scores: { bias: 0.9 } }])
    expect(await account.used('ai/analyze')).toBe(1)
  })

  test.each([
    ['nothing', {}],
    ['an empty text', { input: '' }],
    ['an image alone', { input: [{ type: 'image_url', image_url: { url: 'https://example.org/a.png' } }] }],
    ['too long a text', { input: 'x'.repeat(10_001) }],
    ['too many texts', { input: Array.from({ length: 101 }, () => 'x') }],
    ['texts that are too long together', { input: Array.from({ length: 21 }, () => 'x'.repeat(10_000)) }],
    ['a number', { input: 7 }],
  ])("%s is 422, in OpenAI's format too, and costs nothing", async (_what, body) => {
    const { status, json } = await post('/v1/moderations', body)
    expect([status, json.detail[0].loc, json.error.type]).toEqual([422, ['body', 'input'], 'invalid_request_error'])
    expect(await account.used('ai/analyze')).toBe(0)
  })

  test('an exhausted quota is 402, and a text that we could not score costs nothing', async () => {
    const spender = await leave(1)
    expect((await post('/v1/moderations', { input: 'too slow' }, spender.key)).status).toBe(504)
    expect((await post('/v1/moderations', { input: 'a' }, spender.key)).status).toBe(200)
    const rejected = await post('/v1/moderations', { input: 'a' }, spender.key)
    expect([rejected.status, rejected.json.error.type]).toEqual([402, 'insufficient_quota'])
  })
})

describe('POST /beta/litellm_basic_guardrail_api', () => {
  const path = '/beta/litellm_basic_guardrail_api'
  /** As LiteLLM sends it, with every field. */
  const sent = (texts: string[], settings: object = {}) => ({
    litellm_call_id: 'call',
    litellm_trace_id: null,
    texts,
    request_data: { user_api_key_hash: 'hash', user_api_key_alias: null },
    images: null,
    tools: [{ type: 'function', function: { name: 'weather', parameters: {} } }],
    structured_messages: [{ role: 'user', content: texts[0] ?? '' }],
    additional_provider_specific_params: settings,
    input_type: 'response',
  })

  test('blocks if the worst text is below the limit and names its words, and lets neutral ones pass', async () => {
    expect((await post(path, sent(['It scores 0.5', 'It scores 0.4']))).json).toEqual({ action: 'NONE' })
    expect(await account.used('ai/analyze')).toBe(2)
    expect((await post(path, sent(['It scores 0.3', 'It scores 0.2', 'Fine']))).json).toEqual({
      action: 'BLOCKED',
      blocked_reason: 'The neutrality score 0.2 is below 0.4. Loaded words: dreadful.',
    })
  })

  test("the limit comes from LiteLLM's configuration", async () => {
    expect((await post(path, sent(['It scores 0.69'], { min_score: 0.7 }))).json.action).toBe('BLOCKED')
    expect((await post(path, sent(['It scores 0.1'], { min_score: 0 }))).json.action).toBe('NONE')
    const wrong = await post(path, sent(['x'], { min_score: 7 }))
    expect([wrong.status, wrong.json.detail[0].loc.at(-1)]).toEqual([422, 'min_score'])
  })

  test('texts that our suggestions make neutral enough pass with them, and others are blocked', async () => {
    const settings = { on_loaded: 'neutralise' }
    const changed = await post(path, sent(['', 'dreadful plan scores 0.3 good', 'Fine'], settings))
    expect(changed.json).toEqual({ action: 'GUARDRAIL_INTERVENED', texts: ['', 'bad plan scores 0.9', 'Fine'] })
    expect(await account.used('ai/analyze')).toBe(2)
    expect((await post(path, sent(['It scores 0.1'], settings))).json.action).toBe('BLOCKED')
    expect((await post(path, sent(['dreadful plan scores 0.2'], settings))).json.action).toBe('BLOCKED')
    expect((await post(path, sent(['It scores 0.5'], settings))).json).toEqual({ action: 'NONE' })
  })

  test('no texts and empty ones pass and cost nothing; a long one costs more', async () => {
    expect((await post(path, { ...sent([]), texts: null })).json).toEqual({ action: 'NONE' })
    expect((await post(path, sent(['']))).json).toEqual({ action: 'NONE' })
    expect(await account.used('ai/analyze')).toBe(0)
    expect((await post(path, sent(['x'.repeat(10_001), 'y']))).json).toEqual({ action: 'NONE' })
    expect(await account.used('ai/analyze')).toBe(3)
  })

  test('an exhausted quota is 402, and a key for computing 403', async () => {
    const spender = await leave(0)
    expect((await post(path, sent(['a']), spender.key)).status).toBe(402)
    const key = await makeKey(service.app, await signUp(service.app), 'compute')
    expect((await post(path, sent(['a']), key.key)).status).toBe(403)
  })
})

describe('POST /ai/guardrails/portkey', () => {
  const path = '/ai/guardrails/portkey'
  /** As Portkey sends it. */
  const sent = (eventType: string, prompt: string, answer: string) => ({
    request: { json: { messages: [{ role: 'user', content: prompt }] }, text: prompt, isStreamingRequest: false },
    response: { json: {}, text: answer, statusCode: 200 },
    provider: 'openai',
    requestType: 'chatComplete',
    metadata: {},
    eventType,
  })

  test('scores the prompt before the request and the answer after it', async () => {
    const texts = ['It scores 0.1', 'It scores 0.9'] as const
    expect((await post(path, sent('beforeRequestHook', ...texts))).json).toEqual({
      verdict: false,
      data: {
        reason: 'The neutrality score 0.1 is below 0.4. Loaded words: dreadful.',
        ain_score: 0.1,
        bias_direction: 'negative_leaning',
        words: ['dreadful'],
      },
    })
    expect((await post(path, sent('afterRequestHook', ...texts))).json).toMatchObject({
      verdict: true,
      data: { ain_score: 0.9 },
    })
    expect(await account.used('ai/analyze')).toBe(1)
  })

  test('the limit and the tier come from the address', async () => {
    const body = sent('afterRequestHook', '', 'It scores 0.5')
    expect((await post(`${path}?min_score=0.7&tier=fast`, body)).json.verdict).toBe(false)
    expect((await post(`${path}?min_score=0.3`, body)).json.verdict).toBe(true)
    const wrong = await post(`${path}?min_score=two&tier=slow`, body)
    expect([wrong.status, wrong.json.detail.map(({ loc }: { loc: string[] }) => loc)]).toEqual([
      422,
      [
        ['query', 'min_score'],
        ['query', 'tier'],
      ],
    ])
  })

  test('a text that was not scored passes, and is not called neutral', () => {
    const foreign = { reason: 'unsupported_language', certified: false } as const
    const short = { reason: 'insufficient_text', certified: true } as const
    expect(passedFor([short, foreign])).toMatch(/^Not scored, so not blocked/)
    expect(passedFor([short])).toBe('The wording is neutral enough.')
    const scored = { ...scoreByText('It scores 0.8'), reason: 'insufficient_text' } as const
    expect([isBelow(scored, 0.9), isBelow({ ...scored, certified: false }, 0.9)]).toEqual([true, false])
  })

  test('without a text nothing is blocked or charged', async () => {
    expect((await post(path, sent('beforeRequestHook', '', 'It scores 0.1'))).json.verdict).toBe(true)
    expect((await post(path, {})).json.verdict).toBe(true)
    expect(await account.used('ai/analyze')).toBe(0)
  })

  test('an exhausted quota is 402', async () => {
    const spender = await leave(0)
    expect((await post(path, sent('beforeRequestHook', 'a', ''), spender.key)).status).toBe(402)
  })
})
