import { describe, expect, it } from 'vitest'
import { readWords } from '../reading/reading.ts'
import { lookUpPhrase, suggestionFor } from './phrases.ts'

// The loaded word stands in square brackets. Where a suggestion is offered the sentence on the right has it in its place.
const ACCEPTED: Record<string, readonly (readonly [string, string])[]> = {
  'puts a participle after "have" and "be"': [
    ['Prices have [skyrocketed].', 'Prices have risen.'],
    ['Prices [skyrocketed] by a third.', 'Prices rose by a third.'],
    ['Sales have not really [plummeted] yet.', 'Sales have not really fallen yet.'],
    ["Sales haven't [plummeted].", "Sales haven't fallen."],
    ["It's [soared] since May.", "It's risen since May."],
    ['The team was [thrashed] on Sunday.', 'The team was defeated on Sunday.'],
    ['The purse was [snatched] in the park.', 'The purse was taken in the park.'],
    ['A man [snatched] the purse.', 'A man took the purse.'],
    ['The window was quickly [shattered] by hail.', 'The window was quickly broken by hail.'],
    ['The family [shattered] the silence.', 'The family broke the silence.'],
    ['He swept up the [shattered] plates.', 'He swept up the broken plates.'],
    ['The roof has [caved in].', 'The roof has given way.'],
    ['The business has [flourished].', 'The business has grown.'],
  ],
  'takes a bare form for a verb where a verb stands': [
    ['The plan will [boost] sales.', 'The plan will increase sales.'],
    ['They want to quickly [oust] him.', 'They want to quickly remove him.'],
    ['Prices [soar] in winter.', 'Prices rise in winter.'],
    ['Critics [decry] new plan.', 'Critics criticise new plan.'],
    ['The opposition [decries] the budget.', 'The opposition criticises the budget.'],
    ['The minister [slashes] taxes.', 'The minister cuts taxes.'],
    ['The [soaring] cost of rent is a worry.', 'The rising cost of rent is a worry.'],
    ['By [slashing] jobs it saved money.', 'By cutting jobs it saved money.'],
  ],
  'offers a verb of saying where something is said': [
    ['She [claimed] that it was late.', 'She said that it was late.'],
    ['She [claimed] he was late.', 'She said he was late.'],
    ['The firm [claimed] the old bridge was safe.', 'The firm said the old bridge was safe.'],
    ['"It works," the minister [insisted].', '"It works," the minister said.'],
    ['The minister [insisted]: "It works."', 'The minister said: "It works."'],
    ['He [admitted] that the plan was late.', 'He acknowledged that the plan was late.'],
    ['The survey [revealed] how people vote.', 'The survey reported how people vote.'],
    ['The hotel [boasts a] large pool.', 'The hotel has a large pool.'],
    ['The minister [revealed plans] for a road.', 'The minister announced plans for a road.'],
  ],
  'leaves out what the sentence can do without': [
    ['We saw a [spectacular] view.', 'We saw a view.'],
    ['The [stunning] defeat ended the season.', 'The defeat ended the season.'],
    ['The [unbeatable] team won again.', 'The team won again.'],
    ['He gave the [impressive] speech.', 'He gave the speech.'],
    ['The soup was [very] good.', 'The soup was good.'],
    ['I [really] like it.', 'I like it.'],
    ['They [clearly] want more.', 'They want more.'],
    ['She worked [tirelessly] for the town.', 'She worked for the town.'],
    ['He was [brutally] honest.', 'He was honest.'],
    ['The [ultimate] goal is peace.', 'The goal is peace.'],
    ['It was a [shameless] plan.', 'It was a plan.'],
    ['A [beleaguered] writer spoke.', 'A writer spoke.'],
  ],
  'knows adjectives by the article before them': [['It was a [crushing] defeat.', 'It was a heavy defeat.']],
  'fits the commonest use': [
    ['What a [smug] leader he was.', 'What a leader he was.'],
    ['It was a [brutal murder].', 'It was a murder.'],
    ['It was a [rampant] disease.', 'It was a widespread disease.'],
    ['The launch was a [total disaster].', 'The launch was a failure.'],
    ['The minister [slammed] the report.', 'The minister criticised the report.'],
    ['The [regime] fell in May.', 'The government fell in May.'],
    ['A military [regime] fell in May.', 'A military government fell in May.'],
    ['The team played [brilliantly] in May.', 'The team played well in May.'],
  ],
}

const WITHHELD: Record<string, readonly string[]> = {
  'where the sentence would no longer read right': [
    'It is a [brilliantly] simple design.',
    'Rats ran [rampant] and shops closed.',
    'The trade embargo [regime] ended.',
    'Her [lauding] description left much out.',
    'The republican’s [rant about] the brand was long.',
    'She is a weird, fearless, [empowered] and funny singer.',
    'The white [backlash] came later.',
    'They stood there like [cronies].',
    'The state can use [eminent] domain.',
    'It stands quite [ironically] near the bank.',
    'It took a [staggering] two hours.',
    'It took a [staggering] 40 hours.',
    'They were [scapegoated] and blamed for it.',
    'The road was very, [very] long.',
    'The police collected a [staggering] amount of cash.',
    'Her large, [cynical ploy] failed.',
  ],
  'in a title, or in what another part of the text began to quote': [
    '[Pandemonium]: How the Strategy Failed.',
    'We stop when the deal is [completely] dead."',
    "He saw `` [very] fine people '' there.",
  ],
  'where it would mean something else': [
    'The [controversial] preacher spoke.',
    'Dogs were trained to [savage] the guard.',
    'It is a [massively] multiplayer game.',
    'The party is full of [hypocrites].',
    'The [thugs] came back.',
    'He is an [idiot].',
  ],
  'for one of several adjectives that would leave a gap': [
    'His large and [outrageous] plan failed.',
    'It was a large, [outrageous] plan.',
    'Her film was more [horrific] than his.',
  ],
  'for words of law, history and computing that have no other name': [
    'She [confessed] that she was there.',
    'The [malicious] code ran.',
    'He wrote [propaganda] in 1940.',
    'The [tyrant] fell in May.',
    'His [supposed] friend left.',
  ],
  'for a verb where a noun stands': [
    'Take out the [trash].',
    'The [bash] script failed.',
    'The news came as a [boost].',
    'There was no [boost] for sales.',
    'They came home in [triumph].',
    'She heard the minister’s [boasts].',
    'He took a [thrashing].',
    'The [exploits] of the crew were told.',
    'The minister’s [triumphs] are few.',
    '[Wow], that is a lovely picture.',
    'Media [hype] was everywhere.',
  ],
  'for a verb of saying where nothing is said': [
    'The storm [claimed] three lives.',
    'The storm [claimed] three lives before it was over.',
    'She [claimed] a refund that was late.',
    'The patient was [admitted] to hospital.',
    'The team [conceded] a goal.',
    'Lava [spewed] from the hill.',
    '"Fine." He [claimed] the prize.',
    'Workers were [exposed] to asbestos.',
    'She wore a [revealing] dress.',
  ],
  'for a gap that would break the sentence': [
    'The view from the hotel was [spectacular].',
    'The cathedral is [magnificent] and large.',
    'The film was [unforgettable] thanks to him.',
    'The gardens are truly [magnificent] in May.',
    'It was a truly [magnificent] palace.',
    'It is the most [spectacular] view here.',
    'They were treated [appallingly] by him.',
    'He took his duties [seriously].',
    'He spoke [clearly].',
    '[Unfortunately], the plan failed.',
    'He was a figure [revered] by many.',
    'She retired, [revered] for her work.',
  ],
  'where the fact would change': [
    'He was [wrongly] convicted.',
    'She was [seriously] injured.',
    'I am not [really] happy.',
    "It isn't [very] good.",
    'The bridge was almost [completely] rebuilt.',
    '[Nobody] was hurt.',
    '[Nobody] cares.',
    '[Everyone] was hurt.',
    'He [never] smoked.',
    'The fire [destroyed] the house.',
    'The victim was [strangled].',
  ],
  'in titles, names and quotations': [
    'They saw The [Stunning] Truth on Monday.',
    '[Magnificent] Seven is a film of 1960.',
    '“We lost. It was a [shameless] plan.” She left.',
    'He wrote: "It was late. A [shameless] plan won."',
  ],
  'where the adjective is the claim, or its noun says nothing': [
    'It grew by the number of [spectacular] films.',
    'They acted without a [shocking] reason.',
    'There is no [shocking] report.',
    'It was a [shameful] thing.',
    '[Horrific] things were said.',
    'He was [clueless] enough.',
  ],
  'for the plain words of technical texts': [
    'Trailing [slashes] are removed.',
    'Duplicate [slashes] can be ignored.',
    'A path is parted by two [slashes].',
    'These values are [deeply] equal.',
    'It [manipulates] strings.',
    'Some [unmatched] brackets were left.',
    'The lines are [uncovered].',
    'The types are [exposed as] classes.',
    'See the badge of APIs.[guru] here.',
  ],
  'for a noun in place of a verb': ['Reports of Russian [meddling] came.', 'The alleged [meddling] stopped.'],
  'for another sense of the word': [
    'He [slammed] the door.',
    'The car [slammed] into a wall.',
    'He is [supposed] to arrive at nine.',
    'They [celebrated] her birthday.',
    'She [woke] at six.',
    'I [wake] up at six.',
    'The [disaster] relief teams came.',
    'He told [a joke].',
    'The price of [crude] oil fell.',
    'An [explosive] device was found.',
    'With [best] regards.',
    'All the [best] for the coming year.',
    'It was the [worst] flood in years.',
    'The new tax [regime] begins in May.',
    'A [smear] test was done.',
    'This show is a [must-see].',
    'It is on the [agenda].',
    'Do not [fool] yourself.',
    'This one is more [brilliant].',
  ],
}

describe('a suggestion', () => {
  for (const [behaviour, rows] of Object.entries(ACCEPTED)) {
    it.each(rows)(`${behaviour}: %s`, (marked, expected) => {
      expect(accept(marked)).toBe(expected)
    })
  }
})

describe('no suggestion is offered', () => {
  for (const [where, rows] of Object.entries(WITHHELD)) {
    it.each(rows)(`${where}: %s`, (marked) => {
      expect(offer(marked).suggestion).toBeUndefined()
    })
  }
})

describe('a word that is meant plainly', () => {
  it('stays an item of its own, of its own kind', () => {
    const words = readWords('He slammed the door.')
    expect(lookUpPhrase(words, 1)).toMatchObject({ from: 1, to: 2, listed: { category: 'loaded_verb' } })
  })
})

// Of the two spaces around a gap one goes.
function accept(marked: string): string | undefined {
  const { text, start, end, suggestion } = offer(marked)
  if (suggestion === undefined) return undefined
  return text.slice(0, start) + suggestion + text.slice(suggestion === '' ? end + 1 : end)
}

function offer(marked: string) {
  const text = marked.replace(/[[\]]/g, '')
  const words = readWords(text)
  const at = words.start.indexOf(marked.indexOf('['))
  const phrase = lookUpPhrase(words, at)
  const start = words.start[phrase.from] ?? 0
  const end = words.end[phrase.to - 1] ?? 0
  return { text, start, end, suggestion: suggestionFor(words, phrase) }
}
