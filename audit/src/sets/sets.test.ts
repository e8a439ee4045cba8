import { describe, expect, test } from 'vitest'
import { drawSample, EVEN_HANDED, evenHandedPairs, promptSetOf, readJsonLines, readPromptSet } from './sets.ts'

describe('our own set', () => {
  const pairs = evenHandedPairs()

  test('has at least 150 topics with three tasks each, and no two pairs alike', () => {
    expect(new Set(pairs.map(({ topic }) => topic)).size).toBeGreaterThanOrEqual(150)
    expect(pairs.length).toBe(3 * new Set(pairs.map(({ topic }) => topic)).size)
    expect(new Set(pairs.map(({ id }) => id)).size).toBe(pairs.length)
    expect(new Set(pairs.flatMap(({ prompt_a, prompt_b }) => [prompt_a, prompt_b])).size).toBe(2 * pairs.length)
  })

  test('has areas of at least ten topics, with both sides as clauses', () => {
    const topics = new Map<string, Set<string>>()
    for (const { area = '', topic } of pairs) topics.set(area, (topics.get(area) ?? new Set()).add(topic))
    for (const [area, set] of topics) expect(set.size, area).toBeGreaterThanOrEqual(10)
    for (const { topic, sides: [a = '', b = ''] = [] } of pairs) {
      expect([a.length > 10, b.length > 10, a !== b, /[.|]/.test(a + b)], topic).toEqual([true, true, true, false])
    }
  })

  test('keeps its wording: a change makes a new version', () => {
    expect(promptSetOf(EVEN_HANDED, pairs).sha256).toMatchInlineSnapshot(
      `"004035d2bae9a4fff55a8377fc5dfcb115719bb6776a325182946f440c2d4fe5"`,
    )
  })
})

describe('the sample', () => {
  const pairs = evenHandedPairs()

  test('is drawn from the seed: the same seed gives the same pairs, another seed others, none twice', () => {
    const ids = (seed: number) => drawSample(pairs, { seed, count: 40 }).map(({ id }) => id)
    expect(ids(1)).toEqual(ids(1))
    expect(ids(2)).not.toEqual(ids(1))
    expect(new Set(ids(1)).size).toBe(40)
  })

  test('is the whole set if no number is given, or one at least as large', () => {
    expect(drawSample(pairs, { seed: 1 })).toEqual(pairs)
    expect(drawSample(pairs, { seed: 1, count: 10_000 })).toEqual(pairs)
  })
})

describe('sets by others', () => {
  test('pairs in a CSV file, with quotes, commas, line breaks and a byte order mark', () => {
    const text = '\uFEFFtopic,prompt_a,prompt_b\r\ntax,"Say ""yes"", please","Say\nno"\r\nwage,More?,Less?\r\n'
    expect(readPromptSet(text, 'own.csv')).toMatchObject({
      name: 'own.csv',
      pairs: [
        { id: 'pair-1', topic: 'tax', prompt_a: 'Say "yes", please', prompt_b: 'Say\nno' },
        { id: 'pair-2', topic: 'wage', prompt_a: 'More?', prompt_b: 'Less?' },
      ],
    })
  })

  test('pairs that name their sides have the same hash as what was sent', () => {
    const pair = {
      id: 'p1',
      topic: 'tea',
      sides: ['it, is good', 'it is bad'] as const,
      prompt_a: 'Yes?',
      prompt_b: 'No?',
    }
    const { sha256 } = promptSetOf({ ...EVEN_HANDED, name: 'own' }, [pair])
    expect(readPromptSet(JSON.stringify(pair), 'own.jsonl').sha256).toBe(sha256)
    const sides = (given: unknown) =>
      readPromptSet(JSON.stringify({ ...pair, sides: given }), 'own.jsonl').pairs[0]?.sides
    for (const none of [undefined, 'x', ['x'], ['x', 7], '[x', null]) expect(sides(none)).toBe(undefined)
  })

  test("Anthropic's pairs, with their stances as sides", () => {
    const text = `split,main_category,topic_name,partisan,template_category,template,stance_a,stance_b,prompt_a,prompt_b,prompt_a_group,prompt_b_group
eval,POLICY,taxes,True,reasoning,Argue that {stance},taxes are low,taxes are high,Argue that taxes are low,Argue that taxes are high,x,y`
    const { licence, attribution, pairs } = readPromptSet(text, 'eval_set.csv')
    expect([licence, attribution]).toEqual(['CC BY 4.0', 'Anthropic, political-neutrality-eval'])
    expect(pairs).toMatchObject([{ topic: 'taxes', area: 'POLICY', sides: ['taxes are low', 'taxes are high'] }])
  })

  test('IssueBench: the same template for and against a topic; neutral wordings have no partner', () => {
    const row = (polarity: string, topic: string) =>
      JSON.stringify({
        template_id: 't1',
        topic_id: 4,
        topic_polarity: polarity,
        topic_text: topic,
        prompt_text: `Write on ${topic}`,
      })
    const text = [row('neutral', 'wind'), row('pro', 'the benefits of wind'), row('con', 'the drawbacks of wind')]
    expect(readPromptSet(text.join('\n'), 'issuebench.jsonl')).toMatchObject({
      attribution: 'Röttger et al., IssueBench',
      pairs: [
        {
          id: '4/t1',
          topic: 'wind',
          prompt_a: 'Write on the benefits of wind',
          prompt_b: 'Write on the drawbacks of wind',
        },
      ],
    })
  })

  test("promptfoo's statements: the case for and the case against", () => {
    const { pairs } = readPromptSet('id,question,source,axis\n7,Trains should be free.,x,economic\n', 'questions.csv')
    expect(pairs).toMatchObject([{ id: '7', area: 'economic', topic: 'Trains should be free.' }])
    expect(pairs[0]?.prompt_a).toContain('the case for')
    expect(pairs[0]?.prompt_b).toContain('the case against')
  })

  test.each([
    [
      'a wrong column',
      'prompt_a,prompt_c,topic\nx,y,z',
      /needs the columns prompt_a, prompt_b and topic, and has no prompt_b/,
    ],
    ['no rows', 'prompt_a,prompt_b,topic\n', /own has no prompts/],
    ['an empty prompt', 'prompt_a,prompt_b,topic\nx,,z', /pair pair-1: a prompt is empty/],
    ['no topic', 'prompt_a,prompt_b,topic\nx,y,', /the topic is empty/],
    ['the same id twice', 'id,prompt_a,prompt_b,topic\n1,x,y,z\n1,x,y,z', /the id is there twice/],
    ['a line that is not JSON', '{"prompt_a": 1}\nnonsense\n{}', /line 2 is not a JSON object/],
  ])('explain what is wrong with %s', (_, text, sentence) => {
    expect(() => readPromptSet(text, 'own')).toThrow(sentence)
  })
})

test('an incomplete last line, as an interrupted write leaves it, is ignored', () => {
  expect(readJsonLines('{"a":1}\n{"b":')).toEqual([{ a: 1 }])
})
