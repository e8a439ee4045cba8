import { textsAboutPeople } from './own-texts-about-people.ts'
import { calmTexts } from './own-texts-calm.ts'
import { hostilityTexts } from './own-texts-hostility.ts'
import { moreTexts } from './own-texts-more.ts'
import { noticeTexts } from './own-texts-notices.ts'
import { policyTexts } from './own-texts-policy.ts'
import { textsTakingSides } from './own-texts-taking-sides.ts'

// Sentences of our own for the classes that the corpora lack, one a line. They train; the check sets in ../../score/test/data
// judge, and no sentence stands in both.

const written = {
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
The museum is open from ten to six and closed on Mondays.
Rust forms when iron meets water and oxygen.
The committee will meet again in March to vote on the budget.
Press and hold the power button for ten seconds to reset the router.
The novel follows three sisters through one summer in Lisbon.
Her paper compares two ways of measuring soil moisture.
The striker scored twice in the first half and was replaced after an hour.
Turn the oven down to 160 degrees and bake for another twenty minutes.
The opposition voted against the bill, and the governing parties voted for it.
Interest is paid at the end of each quarter.
A wild fire burned about forty hectares of forest on Sunday.
The dead sea bird had swallowed several pieces of plastic.
Weak acids give off only part of their hydrogen in water.
An ugly duckling is a character in a fairy tale by Andersen.
The brave new world of the title is a quotation from Shakespeare.
The album was released in May and sold two million copies.
Violent storms are expected along the coast tonight.
The killer whale is the largest member of the dolphin family.
In chess, a sacrifice gives up a piece for a better position.
Bring a warm jacket, because nights in the mountains are cold.
The firm reported a loss of two million pounds for the third quarter.
The band broke up in 1998 and came together again ten years later.
Cut the power before you open the housing.
She was born in Porto and studied law in Leiden.
The trial showed no difference between the two groups.
Critics praised the acting and found fault with the plot.
The bridge was damaged in the war and rebuilt in 1951.
My grandmother makes soup on Sundays, and we all sit at the big table.
The stupid question prize of our quiz night goes to the last team.
The horror film is about a house in which nobody has lived for years.
The valve must be closed before the tank is filled.
Both parents must sign the form if the child is under sixteen.
The dough should rest for an hour at room temperature.
Applicants should send two copies of the certificate.
Patients should not eat for six hours before the operation.
Passwords must have at least twelve characters.
A driver must stop when a school bus shows its red lights.
You should save the file before you close the window.
The minister said that the law should be changed by next year.
The union demands that wages rise by four per cent.
According to the party's programme, the voting age should be lowered.
The committee recommended that the bridge be closed to lorries.
Opponents argue that the tax would hurt small shops; supporters say it would pay for schools.
The court ruled that the state must pay for the interpreter.
The doctor advised her to drink more water.
In chess, a player must move a piece on every turn.
The treaty requires every member to report its emissions each year.
The survey asked whether rents should be limited by law; 54 per cent said yes.
The directive must be put into national law within two years.
Seedlings need more light than grown plants.
Rats can carry diseases that are dangerous to people.
The recession destroyed about two million jobs between 2008 and 2010.
The war killed an estimated 400,000 people.
Lead is poisonous, especially for young children.
The hurricane damaged more than a thousand houses.
An abusive parent may lose custody of the child.
The term racism describes the belief that some races are superior to others.
Slavery was abolished in the colony in 1834.
The novel tells the story of a corrupt judge and his honest clerk.
A parasite lives in or on another animal and feeds on it.
The tyre is worn and must be replaced.
Weak acids give up only some of their hydrogen ions.
The critical section is protected by a lock.
The master branch was renamed to main.
A blind test means that the tasters do not know the brand.
The aggressive form of the disease spreads within months.
The vote was close: 51 senators voted for the bill and 49 against it.
The bank raised its main rate by a quarter of a point.
The film won three prizes and was seen by two million people.
Critics praised the acting and found the plot too long.
The cat scratched the vet.
A horse kicked the farmer in the leg.
Bees sting when they are threatened.
The thief climbed through the kitchen window.
Two men were arrested after a robbery at the station.
Manslaughter carries a sentence of up to fifteen years.
Armed robbery is punished more severely than theft.
Driving without insurance is a crime in most countries.
It is forbidden to smoke in trains and buses.
Anyone who finds a wallet must hand it in to the police.
Rape is a crime and is prosecuted without a complaint by the victim.
The suspect was charged with murder and attempted fraud.
The bus hit a lamp post; three passengers were injured.
The fire destroyed the roof of the church.
An avalanche buried two skiers on Saturday.
The soldier lost both legs when he stepped on a mine.
The plane crashed shortly after take-off.
Her grandfather died in the war.
The wound became infected and had to be cleaned again.
A stroke can leave one side of the body paralysed.
Alcohol damages the liver.
Untreated, the disease is deadly.
The drug must not be given to pregnant women.
Old people break their bones more easily.
Newborn babies cannot hold up their heads.
Twins run in her family.
Men have one X and one Y chromosome.
Women live about five years longer than men on average.
Muslims pray five times a day.
Jews light candles on Friday evening.
The kangaroo carries its baby in a pouch.
Ducks lead their young to the water soon after they hatch.
Female spiders are often larger than males.
Vultures feed on dead animals.
Crows steal eggs from the nests of other birds.
A shark can smell blood from far away.
Rabbits thump the ground to warn others.
The cuckoo lays its eggs in other birds' nests.
Mosquitoes spread malaria.
The bite of this snake is rarely fatal.
Bulls cannot see the colour red.
Ivy climbs walls and trees.
The weeds grew faster than the beans.
Ripe bananas turn brown within days.
Stale bread can be used for dumplings.
Beat the egg whites until they are stiff.
Crush two cloves of garlic and add them to the oil.
The soup is too salty.
The coffee is cold.
The milk has gone sour.
My shoes are wet.
The baby is crying.
Our neighbour plays the trumpet.
The blue car belongs to my uncle.
I like tea better than coffee.
She is afraid of dogs.
He hates getting up early.
The children love the new playground.
My favourite season is autumn.
The film made me cry.
We were tired and hungry when we arrived.
It rained all week.
The heating is broken again.
Unfortunately, the shop is closed on Sundays.
Sadly, the concert had to be cancelled.
Luckily, nobody was hurt.
Sorry, I missed your call.
Sorry for the late reply.
Happy anniversary to you both!
Happy new year to all of you!
All the best for your exam!
Best wishes to you and your family.
Congratulations on the birth of your daughter!
Welcome home!
Have a great weekend!
Sleep well and see you in the morning.
Thank you so much for the lovely present.
It was great to see you again.
I hope you feel better soon.
Take care of yourself.
Please accept our condolences.
Please keep off the grass.
Please do not touch the paintings.
Do not open the door while the train is moving.
Never look straight at the sun.
Never pour water on burning oil.
Keep this medicine away from children.
Mind the gap between the train and the platform.
Turn off the gas before you go to bed.
Push the lever down to release the lock.
Danger: high voltage.
The red lamp warns of low oil pressure.
The server rejects the request if the token is missing.
An invalid character breaks the parser.
The killed process leaves a lock file behind.
Dead code is removed by the compiler.
The worst case takes quadratic time.
The fake clock makes the test faster.
The dummy head is used in crash tests.
A null value means that nobody answered.
Bad blocks are skipped.
The slave cylinder pushes the clutch lever.
The attack surface grows with every open port.
The ugly duckling is a tale about a young swan.
The witch gives the girl a poisoned apple.
In the last act the hero kills the king.
The pawn takes the bishop.
The Dutch team lost the final on penalties.
The champion beat her rival in two sets.
The emperor was murdered by his own guard.
The uprising was put down within a week.
The plague killed a third of the town.
Slaves built the canal.
The treaty ended the war in 1648.
The famine lasted four years.
The party lost nine seats at the last election.
The minister resigned after the vote.
Unemployment fell to five per cent in March.
The company made a loss of two million.
The shares fell by a tenth.
Prices have doubled since 2010.
The bridge is too narrow for lorries.
Fewer than half of the trains were on time.
The strike ended on Friday.
The judge sentenced him to three years in prison.
The jury found her not guilty.
The lawyer asked for a lighter sentence.
The test was harder than last year's.
The poor soil holds little water.
`,
  ...textsTakingSides,
  ...textsAboutPeople,
  ...calmTexts,
  ...policyTexts,
  ...hostilityTexts,
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
export type OwnKind = keyof typeof written

export const ownTexts: Readonly<Record<OwnKind, string>> = {
  ...written,
  plain: written.plain + moreTexts.plain.trimStart() + noticeTexts.plain.trimStart(),
  mild: written.mild + moreTexts.mild.trimStart() + noticeTexts.mild.trimStart(),
  attacks: written.attacks + moreTexts.attacks.trimStart(),
}
