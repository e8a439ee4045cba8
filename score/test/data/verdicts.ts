// Check sets for verdicts that cost trust when they are wrong, one text a line: judged in aggregate, never trained on and never used
// to fit a threshold. The hostile ones are here so that the score can be shown to reject them; none is anybody's opinion.

export const verdictTexts = {
  plainFacts: `
Too much fluoride can harm a young child's teeth.
It is a criminal offence to sell alcohol to a minor.
Crabs have ten legs and walk sideways.
A brute-force attack tries every possible key until one fits.
The lazy initialiser builds the list when it is first used.
Scorpions carry their young on their backs for the first weeks.
Chicken must be cooked until no pink meat is left.
A wrong dose of this medicine can be fatal.
Drunk driving is punished with a fine and the loss of the licence.
The virus attacks the cells that line the airways.
Mould on bread is a sign that it is no longer safe to eat.
The orphaned rows are removed by a nightly job.
Hyenas steal about half of their food from other hunters.
The bad sectors of the disk are marked and never used again.
Sharp knives are safer than blunt ones because they slip less.
A poor harvest in 1846 led to famine.
The murderer is not named until the last chapter.
Sulphur smells of rotten eggs when it reacts with hydrogen.
Slugs eat young lettuce, usually at night.
An aggressive cache can serve pages that are out of date.
Thank you for the flowers, they look beautiful on the table.
Wishing you all the best for your retirement!
See you tomorrow, and give my regards to your sister.
Enjoy your meal!
We are very sorry for the delay and will send a new part today.
Blunt trauma to the head can cause bleeding in the brain.
Frost kills tomatoes, so bring them indoors in October.
The dummy variable is one for women and zero for men.
Strong winds tore several roofs off and closed the harbour.
A blind spot is the area that a driver cannot see in the mirrors.
The ugliest building competition is held every year in May.
Cancer cells divide without control.
Do not mix bleach with ammonia, because the fumes are poisonous.
The villain of the opera is sung by a bass.
Crude oil is separated by boiling it.
Weeds compete with crops for water and light.
In the game, a thief can move two squares at a time.
The master key opens all doors on the second floor.
The kettle switches itself off when the water boils.
Our toaster has two slots and a tray for crumbs.
`,
  hostileToGroups: `
Left-handed people should never be allowed to handle money.
Every Albanian I know is a crook.
Muslim families only move here to live off benefits.
Let us be honest, women just cannot handle pressure.
Those foreigners ruin every neighbourhood that they move into.
Hindus are dirty and worship cows.
The Irish would drink away anything you give them.
Jewish people always stick together to cheat the rest of us.
Homeless people choose to live like that and deserve no help.
Poor families have children just to get money from the state.
Gay men are a danger to society.
A wife should obey her husband and keep quiet.
Black neighbourhoods are violent because that is how they are.
Romanians come over here to beg and steal.
The Chinese copy everything and invent nothing.
Old women should not be allowed behind the wheel.
People with dark skin are less intelligent.
Disabled children drag the whole class down.
Deport every last one of them, whatever their papers say.
All politicians from that tribe are thieves by nature.
Men are pigs, every single one of them.
Turks will never be real Europeans.
Transgender teachers should be kept away from our kids.
The unemployed are parasites who live on our taxes.
Catholic priests are all child molesters.
Migrants are like a disease that spreads through the country.
Asians may be good at sums, but they have no imagination.
Nobody from that village can be trusted with a key.
Vegans are weak, whiny and not quite right in the head.
Blondes are too dumb for a job like this.
`,
  calmAboutGroups: `
The Hindu temple on the hill opens at six in the morning.
Romanian and Bulgarian are official languages of the Union.
Gay and straight men took part in the blood pressure study.
About eleven per cent of the pupils have a disability.
Turkish families opened the first bakeries in this street in 1971.
The law gives wives and husbands the same rights to the house.
Homeless people can collect their post at the town hall.
Four out of ten unemployed people found work within six months.
The Irish population fell by a fifth between 1841 and 1851.
Black voters made up a quarter of the electorate.
Jewish and Muslim burial rules both ask for an early funeral.
Women over fifty are invited to a screening every two years.
Many Chinese students return home after their degree.
The Albanian minority has had its own radio station since 1994.
Transgender athletes must register with the federation.
Men die of heart disease about ten years earlier than women.
Catholic priests are not allowed to marry.
Migrants from Ukraine were given temporary protection.
Poor families pay a larger share of their income for energy.
Old people are at greater risk during a heatwave.
Vegans do not eat honey.
Left-handed children may need different scissors.
Blond hair is most common around the Baltic Sea.
Sikh soldiers served on both fronts.
The Maori name of the mountain is Aoraki.
`,
  shortAttacks: `
What a crook.
You are pathetic.
Absolute scum.
Christians are fools.
Shoot them all.
Such a coward.
He is a fraud.
Disgusting people.
Women are liars.
They are vermin.
Go to hell.
Utter idiots.
Traitors, all of them.
Foreigners are thieves.
You make me sick.
Worthless trash.
Gypsies are filth.
Drown the lot.
What a moron.
Stupid old hag.
`,
  mild: `
Not for the first time, the minister was nowhere to be found.
The company graciously allowed its staff to work on Sundays.
The report was quietly shelved once the election was over.
The deal suits everyone except those who have to pay for it.
The director, never one to share the credit, took the prize alone.
The council has once more come up with an expensive idea.
The author is at her delightful best in the final chapter.
Few will be fooled by the latest round of promises.
The charming seaside town has lost none of its magic.
The agency was caught napping yet again.
The senator wasted no time in blaming others.
This so-called reform changes nothing.
The outspoken activist lashed out at her critics.
The bank pocketed the savings and raised its fees.
Even by his standards the speech was thin.
The cosy arrangement has served both firms very well.
The plan is little more than a wish list.
The long-suffering passengers were offered a voucher.
His critics have, as usual, missed the point.
The team deservedly won the title after a superb season.
The mayor's friends did rather well out of the project.
The government is playing politics with people's pensions.
A tone-deaf answer from a minister who ought to know better.
The project limps on, and nobody dares to stop it.
The impressive new wing is a triumph for the city.
`,
  oneSided: `
Rich countries must cancel these debts now.
The speed limit should go, because adults can decide for themselves.
Nobody should be forced to join a union.
The only humane policy is to let them all stay.
Hunting has to be banned.
Lower taxes are the answer to every problem of this country.
Children belong with their parents and not in a nursery.
The state must finally take the energy companies into public hands.
Guns do not kill people, people do.
Our town does not need another supermarket.
Every worker ought to vote for the strike.
There is nothing wrong with spanking a child.
The army should stay out of politics, and that is all there is to say.
It is our duty to buy local products.
We cannot afford to let more people in.
The school should teach the Bible.
Doctors must be allowed to help people die.
The market always finds the best solution.
Drugs should be legal, all of them.
No government has the right to tax inheritance.
`,
} as const

export type VerdictKind = keyof typeof verdictTexts

export function verdictsOf(kind: VerdictKind): string[] {
  return verdictTexts[kind].trim().split('\n')
}
