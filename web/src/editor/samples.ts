// Texts to try the editor with, written for this page.

export interface Sample {
  readonly name: string
  readonly text: string
}

export const SAMPLES: readonly Sample[] = [
  {
    name: 'Town council',
    text: 'The council rammed through a disastrous parking scheme on Tuesday, ignoring furious residents. The reckless plan removes 40 spaces from Mill Street and will absolutely destroy small shops, critics fumed. The mayor, as usual, shamelessly refused to answer. The vote was seven to four.',
  },
  {
    name: 'Product launch',
    text: 'Our breathtaking new kettle is a revolutionary masterpiece that every kitchen desperately needs. It boils a litre of water in two minutes and forty seconds. The stunning handle, lovingly crafted by true geniuses, stays cool. Simply the best kettle ever made.',
  },
  {
    name: 'Match report',
    text: 'United were robbed in a shambolic match on Saturday. The clueless referee gave a ridiculous penalty in the 88th minute, which Harrow converted. United had twelve shots, Harrow had five. Thankfully the heroic goalkeeper saved a pathetic second attempt.',
  },
  {
    name: 'Plain notice',
    text: 'The library on Station Road will be closed on Monday and Tuesday while the heating is repaired. Books due on these days can be returned on Wednesday without a fee. The reading room in the town hall stays open from 9 to 17.',
  },
]
