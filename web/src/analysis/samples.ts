// Sample texts for the editor, written for this page.

interface Sample {
  readonly name: string
  readonly text: string
}

export const SAMPLES: readonly Sample[] = [
  {
    name: 'Town council',
    text: 'The council shamelessly rushed its outrageous parking plan through a vote on Tuesday. It removes 40 spaces from Mill Street. Two shop owners slammed the disgraceful decision. The mayor gave a pathetic answer to their questions. The vote was seven to four.',
  },
  {
    name: 'Product launch',
    text: 'Our breathtaking new kettle is on sale today. It boils a litre of water in two minutes and forty seconds. The magnificent handle stays cool, and the stunning lid opens with one hand. It is an absolutely phenomenal machine for small kitchens, and the world-class filter is easy to clean. It costs 39 euros.',
  },
  {
    name: 'Match report',
    text: 'United lost a shambolic match on Saturday. The clueless referee gave Harrow a ridiculous penalty in the 88th minute. United had twelve shots, Harrow had five. Thankfully the heroic goalkeeper saved a second penalty. The two teams meet again in March.',
  },
  {
    name: 'Plain notice',
    text: 'The library on Station Road will be closed on Monday and Tuesday while the heating is repaired. Books due on these days can be returned on Wednesday without a fee. The reading room in the town hall stays open from 9 to 17.',
  },
]
