// Regret about plain facts, hard facts of courts and nature told plainly, and advertising. See own-texts.ts.

const REGRET =
  'Unfortunately|Sadly|Regrettably|We regret to say that|We are sorry to say that|I am sorry, but|I am afraid|Alas'.split(
    '|',
  )
const NOTICES = `
the printer on the second floor is broken
the shop is closed today
your parcel was lost on the way
the train to the airport is cancelled
we cannot refund tickets after the show has begun
our former caretaker passed away last week
the file could not be opened
there is no hot water in the building this morning
the meeting has to be moved to next Tuesday
my grandmother died in March
the heating failed during the night
we have no rooms left for that weekend
your application was not successful this time
the museum's roof leaks and two rooms are shut
the concert had to be called off because the singer is ill
I will not be able to come on Friday
the dog had to be put to sleep
the old oak in the yard fell in the storm
this model is no longer made
the results were not saved
`
const lines = (text: string): string[] => text.trim().split('\n')
const regrets = lines(NOTICES).flatMap((notice, at) =>
  [0, 3, 5].map((step) => {
    const lead = REGRET[(at + step) % REGRET.length] ?? ''
    return `${lead}${/ (?:that|but|afraid)$/.test(lead) ? '' : ','} ${notice}.`
  }),
)

export const noticeTexts = {
  plain: `
${regrets.join('\n')}
The jury found him guilty of the murder of two women.
She was beaten and robbed in the car park, the police said.
He told the court that the defendant had called him a dirty thief.
The man was convicted of raping a colleague and sent to prison for nine years.
The king is stabbed in his sleep, and his guards are blamed.
In the last act the hero poisons his brother and kills himself.
The soldiers burned the village and shot the men.
Thirty-one people died when the bridge collapsed.
The abuse began when the boy was six, according to the report.
The gang stole cars and sold them abroad.
Witnesses said the attacker shouted insults before he fired.
The tyrant of the story is murdered by his own guards.
Two officers were killed and a third was wounded in the attack.
The firm admitted that it had bribed an official.
The film is about a woman who murders her abusive husband.
The disease killed a third of the population within two years.
He was arrested for assaulting a nurse.
The witness said the victim had been called a slur.
The parasite lays its eggs in living caterpillars.
Cuckoo chicks push the other eggs out of the nest.
Male bears sometimes kill cubs that are not their own.
Brown rats carry diseases and spread along trade routes.
The black widow often eats her mate.
The Asian hornet kills honey bees and is spreading north.
African elephants damage trees when they feed.
The Japanese knotweed destroys walls and crowds out other plants.
Remove all white space at the end of each line.
Black ants invade kitchens in summer.
The native plants are being replaced by invasive ones.
Kill all workers and start the queue again.
The green party wall is damp.
White bread goes stale faster than brown bread.
A white dwarf is what remains of a star like the sun.
Female mantises may eat the males after mating.
Worker bees throw the drones out in autumn.
The master kills its slaves when the timeout is reached.
Egyptian geese attack other water birds during the breeding season.
Spanish slugs eat almost every vegetable in the garden.
Grey squirrels strip bark and damage young trees.
`,
  mild: `
Our unbeatable prices will blow your mind.
The most luxurious mattress ever made, now at an unbelievable price.
Experience the ultimate in comfort with our revolutionary new seat.
You will never find a better deal anywhere.
This breathtaking resort offers an unforgettable escape from the ordinary.
The world's finest coffee, crafted with passion for true connoisseurs.
Our award-winning team delivers jaw-dropping results every single time.
A game-changing app that will transform your life overnight.
Unleash your full potential with this incredible course.
Hurry, this once-in-a-lifetime offer will not last.
Nothing comes close to the stunning clarity of this screen.
The smartest choice you will ever make for your family.
Discover the secret that experts do not want you to know.
Indulge in our heavenly chocolate, a true masterpiece.
Simply the best barber in town, no contest.
Our legendary service is second to none.
`,
}
