// Examples for the home page. Question, answers and names were written for it; the build computes scores and the winner.

export const EXCHANGE = {
  question: 'Should our city centre be car-free?',
  attempts: [
    'It is a disgraceful and reckless scheme pushed by arrogant planners. Only a fool would believe their pathetic excuses, and small shops will absolutely be destroyed.',
    'The plan is controversial. Its opponents make bold claims about ruined shops, and its supporters dismiss such fears as exaggerated.',
    'Cities that closed their centres to cars report cleaner air and more people on foot. Some shop owners there lost customers, and others gained them. How people who depend on a car reach the centre is still debated.',
  ],
} as const

export const RAFFLE = { entries: ['Ada', 'Boris', 'Chidi', 'Dora', 'Emre', 'Fatima'], seed: 'summer-raffle' } as const
