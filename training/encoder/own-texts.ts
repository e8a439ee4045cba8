import { textsAboutPeople } from './own-texts-about-people.ts'

// Sentences of our own for the classes that the corpora lack, one a line. They train; the check sets in ../../score/test/data
// judge, and no sentence stands in both.

export const ownTexts = {
  plain: `
Salt is bad for plants because it draws water out of their roots.
It is illegal to park in front of a fire hydrant.
Beetles have six legs, and most of them have two pairs of wings.
A depth-first search can get stuck in an infinite loop if it does not mark the nodes it has visited.
The naive solution compares every pair and is slow for large inputs.
A greedy choice at each step does not always lead to the shortest path.
Smoking raises the risk of lung cancer and heart disease.
Too much sun can burn the skin within half an hour.
The poison of some frogs can stop the heart of a small animal.
A dead battery is the most common reason why a car does not start.
Wolves hunt in packs and kill mainly old or weak deer.
A malignant tumour grows into the tissue around it; a benign one does not.
The patient complained of sharp pain in the lower back.
Antibiotics do not work against viruses.
Fever, headache and a dry cough are common symptoms of flu.
High blood pressure often causes no symptoms for years.
An infection of the middle ear can be very painful for small children.
Theft is punished with a fine or with up to five years in prison.
The defendant was found guilty of fraud and sentenced to two years.
A contract signed under threat is void.
Anyone who drives after drinking may lose their licence.
The court rejected the appeal because it was filed too late.
Perjury means lying under oath.
The landlord may keep the deposit if the tenant damages the flat.
A stack overflow happens when a function calls itself without end.
The attacker sends a forged packet and the server answers the wrong address.
Kill the process with the given number and start the service again.
The child process inherits the environment of its parent.
Use a strong password and never share it with anybody.
The garbage collector frees objects that are no longer used.
The dirty flag tells whether a page has changed since it was read.
A race condition occurs when two threads write to the same variable.
The abandoned branch was deleted from the repository.
Beat the egg whites until stiff and fold them gently into the batter.
Whip the cream, crush the biscuits and press them into the tin.
Strain the soup, throw away the bones and season to taste.
Let the dough rise in a warm place until it has doubled in size.
This sauce goes well with fish, rice or roasted vegetables.
Happy anniversary to both of you!
Thank you very much for your kind help last week.
Best wishes for the new year from all of us.
Get well soon, and give my love to the children.
Congratulations on your new job!
Have a lovely weekend and see you on Monday.
Good luck with your exam tomorrow.
We really enjoyed the evening, thank you for having us.
Sorry I am late, the bus broke down.
Please find the invoice attached.
I would like to change my address, could you tell me how?
Merry Christmas and a happy new year!
Welcome to the team, we are glad that you are here.
Sleep well, and do not forget to feed the cat.
Hydrogen is the lightest element and the most common one in the universe.
The Moon has no air, so its sky is always black.
Earthquakes happen when plates of rock slip past each other.
Volcanoes erupt when pressure builds up below the ground.
Acid rain damages forests and old stone buildings.
Mosquitoes spread malaria and other dangerous diseases.
The plague killed about a third of the people in Europe.
The war ended in 1918 and cost millions of lives.
The king was executed in 1649 and the monarchy was abolished.
The empire collapsed after a long series of civil wars.
The revolution began in February and forced the tsar to give up the throne.
The dictator ruled the country for thirty years and banned all parties.
Slavery was abolished there in 1888.
The bomb destroyed most of the city and killed tens of thousands of people.
Terrorists hijacked four aircraft on the morning of 11 September 2001.
A triangle with two equal sides is called isosceles.
An odd number cannot be divided by two without a remainder.
The mean of a skewed distribution is not the same as its median.
A bear market is a period in which share prices fall by a fifth or more.
Inflation reduces what a fixed income can buy.
The company went bankrupt after it failed to repay its loans.
Poor households spend a larger share of their income on food.
The striker missed a penalty and the match ended in a draw.
She won gold in the high jump and silver in the long jump.
The referee sent him off for a second yellow card.
The home team lost three games in a row.
The villain of the play murders his brother and marries the queen.
In the novel a lonely clerk falls in love with a seamstress.
The film tells the story of two sisters who grow up on a farm.
The paint is toxic when wet, so open a window while you work.
Warning: the surface gets very hot during use.
Wear gloves and keep the blade away from your hands.
If the alarm sounds, leave the building by the nearest exit.
Heavy snow is expected tonight, and some roads will be closed.
A severe storm hit the coast and left thousands of homes without power.
The water is ice-cold and the current is strong.
Two people were injured when a lorry hit a bus near the station.
A man was arrested on suspicion of murder after a body was found in a park.
The fire destroyed the warehouse, and nobody was hurt.
My sister is afraid of dogs because one bit her when she was small.
He was tired and hungry after the long walk.
I was sad to hear that your grandmother has died.
The old kettle leaks, so we bought a new one.
Our toaster has stopped working.
The kitchen is small but bright, with a window facing south.
Weeds grow faster than the plants you want to keep.
Rats can carry diseases and gnaw through cables.
The cheapest ticket costs twelve euros.
This is the largest lake in the country.
It was the hottest day of the year.
Most birds that eat insects fly south in autumn.
The survey found that most people were satisfied with the service.
The study found no link between the two.
The committee voted against the proposal by nine to four.
The minister resigned on Tuesday after eleven months in office.
Parliament passed the bill with 214 votes to 187.
The union said the strike would go on; the company said talks were continuing.
Critics said the plan was too expensive, while supporters said it would create jobs.
The party won 31 per cent of the vote and lost its majority.
Prices rose by two per cent in the year to March.
The senator called the bill a disaster; her opponent said it was long overdue.
The accused denied the charges.
Police used tear gas to disperse the crowd.
The reactor was shut down after a leak was found in a pipe.
According to the report, the number of thefts fell by a tenth.
`,
  loaded: `
This is the most idiotic plan the council has ever come up with.
Only a coward would hide behind such pathetic excuses.
The so-called experts have once again made fools of themselves.
Our glorious leader has crushed the whining opposition once and for all.
These greedy parasites are bleeding hard-working families dry.
The corrupt establishment will stop at nothing to cling to power.
What a shameless liar that woman is.
Their toxic agenda is destroying everything decent people hold dear.
He is nothing but a spineless puppet of the big banks.
The radical mob wants to tear down our proud traditions.
Big business and its cronies are laughing all the way to the bank.
The regime's lapdog press swallowed every ridiculous word.
She is a true hero whose courage puts every other politician to shame.
This masterpiece is by far the greatest film ever made.
The brave whistleblower exposed the rotten heart of the agency.
A stunning, flawless triumph from the finest band on the planet.
The reckless fools in charge have gambled away our children's future.
The bill is a disgusting attack on the most vulnerable.
Those hypocrites preach virtue and practise theft.
The crazed activists threw another hysterical tantrum.
Anyone with half a brain can see that this is a scam.
The heartless landlord threw a sick old man onto the street.
The bloated bureaucracy strangles every honest entrepreneur.
This disastrous government has betrayed its own people.
A vicious smear campaign by desperate losers.
The spectacular genius of our founder speaks for itself.
Their pathetic defence fell apart like a house of cards, and rightly so.
The extremists in the education lobby are poisoning young minds.
It is an outrage that this clown still has a job.
The butchers of that army deserve everything that is coming to them.
Nobody but a fool would trust that crook with public money.
The magnificent volunteers once again saved the day while lazy officials slept.
The tyrant's thugs beat innocent people in the streets.
This garbage product is an insult to every customer.
The elites look down their noses at ordinary folks and laugh.
Lunatics have taken over the asylum at city hall.
That sleazy lawyer twisted the truth beyond recognition.
The sinister lobby has its claws in every ministry.
The party of hate shows its ugly face once more.
Finally a leader with the guts to stand up to the bullies.
The airline treats its passengers like cattle and lies about it.
Vile, cruel and stupid: there is no other way to describe this policy.
The coach's brainless tactics humiliated a great club.
The noble struggle of our people against ruthless oppressors goes on.
These fanatics want to drag us back to the dark ages.
A cynical stunt from a washed-up has-been.
The idiots at head office ruined a perfectly good product.
The witch hunt against this honourable man is a national disgrace.
`,
  mild: `
Unsurprisingly, the mayor again found money for his favourite project.
The company finally admitted what everybody had known for months.
The senator conveniently forgot to mention who paid for the trip.
She rambled on about her plans for almost an hour.
The minister claims to care about schools, but his record says otherwise.
Once again, ordinary taxpayers are left to pick up the bill.
The bank lavished bonuses on managers while it closed branches.
The so-called compromise satisfied nobody.
He doubled down on his controversial remarks.
The outgoing chairman leaves behind something of a mess.
Supporters gushed over the plan, ignoring its obvious flaws.
The council rushed through the decision without really listening to anyone.
Predictably, the opposition cried foul.
The law would do little more than line the pockets of developers.
The author bravely takes on a subject that others avoid.
The new boss swept in and slashed hundreds of jobs.
The club threw away another chance with a careless display.
Even his allies must wonder what he was thinking.
The deal reeks of favouritism, some would say.
The paper's coverage was little more than cheerleading.
It is hardly a secret that the agency looks after its friends.
The reform is a welcome step in the right direction.
The billionaire lectured the crowd about saving money.
The state once more dips into the pockets of its citizens.
A handful of activists brought traffic to a standstill to make their point.
The department dragged its feet for years.
The proposal, cooked up behind closed doors, surprised even insiders.
The much-hyped phone turns out to be a modest upgrade.
She is clearly the better candidate of the two.
The firm has a history of putting profit before people.
Officials were quick to pat themselves on the back.
The president boasted about figures that tell only half the story.
His fans insist that he can do no wrong.
The project has swallowed millions and has nothing to show for it.
The panel was stacked with friends of the industry.
The measure is a thinly veiled attempt to please donors.
The country's overstretched hospitals are paying the price for political games.
They were forced to listen to yet another lecture about values.
The court's surprising leniency raises uncomfortable questions.
The refreshing honesty of the speech won over many doubters.
The deeply troubling report was buried on a Friday evening.
A vocal minority is once again trying to impose its will on everyone else.
The mayor's pet project has become a costly embarrassment.
He managed, somehow, to keep his job.
The tech giant quietly slipped the change into its terms.
The critics simply do not understand how business works.
The party has lost touch with the people who built it.
Sadly, common sense has gone out of fashion in the ministry.
This is a remarkable achievement by any standard.
The festival remains the beating heart of the city.
`,
  onesided: `
Taxes on the rich must go up, because they do not pay their fair share.
The government should stop telling people how to live.
Nuclear power is the only realistic answer to climate change.
Nobody needs a car in the city.
Private schools harm society and should be closed.
Rent control always makes things worse.
We owe it to our children to ban these chemicals now.
Homework is a waste of time.
Everyone should be free to carry a weapon.
The death penalty has no place in a civilised country.
Animals must not be kept in zoos.
The minimum wage destroys jobs.
Strong borders keep us safe.
Workers deserve better than this law gives them.
Free trade makes everybody richer.
It is time to legalise cannabis.
The state cannot be trusted with our data.
Women should have the final say about their own bodies.
Unborn life deserves protection.
The only way to end poverty is economic growth.
Vote no on this proposal.
Eating meat is wrong.
The police need more money, not less.
Big companies have too much power and must be broken up.
Religion has no place in public schools.
The monarchy belongs in a museum.
We need to stop immigration until the problems at home are solved.
Open borders are good for everyone.
Teachers are paid too little and respected even less.
The media never tell the other side of the story.
Cyclists should have to pay for the roads that they use.
Nothing is more important than lower taxes.
Universal health care is a human right, and every country must provide it.
The welfare state makes people lazy.
Banks should never have been rescued.
Children learn more from playing than from sitting in a classroom.
Wind turbines ruin the landscape and should not be built here.
You should switch to our product today.
There is no reason why anybody should earn that much.
The old treatment is better, whatever the doctors say.
`,
  ...textsAboutPeople,
  short: `
Thanks a lot.
See you soon.
No problem.
The shop is closed.
Dinner is ready.
It is raining.
He works in a bank.
Two coffees, please.
Turn left here.
The train is late.
Open daily.
She plays the piano.
Call me back.
Page not found.
Yes, on Friday.
`,
} as const
export type OwnKind = keyof typeof ownTexts
