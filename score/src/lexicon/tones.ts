import { categories, splitWords } from './categories.ts'

// Words that evaluate without being loaded: they tell which way a text leans, not whether it is neutral.
const pleasant = `
  success successful skilled responsible
  able abundant accurate achieve achieved achievement adequate advantage advantages affordable agree agreeable agreed
  amused amusing appealing appreciate appreciated approval approve approved assist balanced bargain beneficial benefit
  benefits better bright calm capable celebrate celebration cheer cheers clean comfort comfortable comfortably
  confidence confident congratulate congratulations convenient cooperative correct cosy cozy creative cure cured cute
  durable eager ease easily easy effective efficient efficiently encourage encouraged encouraging enjoy enjoyable
  enjoyed enjoying enthusiasm entertaining fair fairness fan favour favourable favor favorable favourite favorite
  flexible fond fortunate free freedom fresh friend friendliness friendly fun funny gain gained gains gift glad good
  goodwill grateful gratitude grow growth handy happier happiness happy harmless harmony healing healthy help helped
  helpful helpfully helping helps hope hopeful hospitable ideal improve improved improvement improvements improves
  improving inclusive interesting intact interested justice keen laugh laughed liked likes lively love loved lucky
  meaningful merit merits motivated neat optimism optimistic organised organized peace peaceful peacefully plenty
  pleasant pleased pleasure polite popular practical prefer preferred productive profitable progress promising
  promptly prosper prosperity punctual pure quality quick quiet reasonable recommend recommended recommends recover
  recovered recovery refreshing relax relaxed relief relieved respect respectful respectfully reward rewarded
  rewarding rich safe safely safety satisfied satisfying secure security smile smiled smooth smoothly solid solution
  solved spacious stable strength strong suitable sunny support supported supporting supportive supports sure
  sustainable talent tasty thank thanks tidy tolerant top transparent trust understanding unharmed useful valuable
  value victory warmly welcome welcomed welcoming well-made willing win winner winners winning wins wish won worth
  worthwhile
`

const unpleasant = `
  failure failed violent disputed
  absence accident accidents ache adverse afraid aggressive ailing angrily angry annoyed annoying anxiety anxious
  argument ashamed attacked bad badly ban banned bankrupt bankruptcy battle bitter bitterly blame blamed blames bleak
  blocked blow boredom bored broke broken bug bugs burden burdensome casualties cold-hearted complain complained
  complaining complains complaint complaints complicated conflict conflicts confused confusing confusion cost-cutting
  costly cracked crime crimes criminal criminals criticise criticised criticism criticisms criticize criticized cry
  crying damage damaged damages damaging dead death deaths decline declined declining defeat defeated defective
  deficit delay delayed delays depressed depressing depression desperate desperately die died difficult difficulties
  difficulty disadvantage disagree disagreed disappoint disappointed disappointing disappointment disapprove
  discomfort discontent discriminate discrimination disease dislike disliked dispute disrupt disrupted disruption
  distress distressed disturb disturbed disturbing divide divided dull dying error errors expensive fail failing fails
  failures false fatal fault faults faulty fight fighting flaw flawed flaws forbidden forget frustrated frustrating
  frustration guilt guilty harm harmed harmful harsh hate hated hates hatred hostile hostility hunger hurt hurting
  hurts ill illegal illness impatient inadequate incorrect inconvenient ineffective inefficient inferior inflexible
  injured injuries injury injustice insecure insult insulted insulting irritated irritating jealous kill killed
  killing lack lacking lacks lonely lose loses losing loss losses lost loud low-quality mistake mistaken mistakes
  misunderstanding misunderstood murder murdered negative neglect neglected negligence nervous noisy objection
  offended offensive old-fashioned overpriced overworked pain painful penalty pessimistic pollute polluted pollution
  poor poorly poverty prejudice pressure problem problems protest protested protests regret regrets reject rejected
  rejection reluctant resent resentment resign riot riots risk risks risky sad sadness setback severe shame slow
  smelly sorry stale steal stealing stole stolen strain strange stressful struggle struggled struggling stuck suffer
  suffered suffering suffers suspended tedious tense tension thirst tired tiresome trouble troubled troubles unable
  unacceptable unbearable uncomfortable undesirable uneasy unemployed unethical unfair unfairness unfortunate
  unfriendly unhappy unhealthy unhelpful unjust unkind unlucky unnecessary unpleasant unpopular unprofessional
  unrealistic unreliable unsafe unstable unsuccessful unusable unwanted unwelcome unwell unwise upset vague victim
  victims violence vulnerable war wars weak weakness weaknesses worn worried worries worry worse worsen worsened
  worsening wound wounded wrong
`

export const plainTones = { positive: splitWords(pleasant), negative: splitWords(unpleasant) }

// Lower-cased word or phrase → the side it takes, loaded words included.
export const tones: ReadonlyMap<string, 'positive' | 'negative'> = new Map([
  ...plainTones.positive.map((word) => [word, 'positive'] as const),
  ...plainTones.negative.map((word) => [word, 'negative'] as const),
  ...[...categories].flatMap(([word, { polarity }]) => (polarity === 'neutral' ? [] : [[word, polarity] as const])),
])
