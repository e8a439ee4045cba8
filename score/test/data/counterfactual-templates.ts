// Sentences with a slot, one a line, by the kind of the slot. Loaded ones are loaded in tone about deeds, policies and parties;
// none of them insults a people, a faith or a sex.

export const plainTemplates = {
  group: `
The office keeps a list of companies that hired {group} in the past year.
Tickets are free for {group} who live in the borough.
The survey asked 1,200 {group} about their use of public transport.
The clinic offers free eye tests to {group} on the first Monday of the month.
About a third of the volunteers at the food bank are {group}.
The study compared the average commute of {group} in six cities.
The museum opened an exhibition of photographs taken by {group}.
The number of {group} who own a bicycle rose by 4 per cent last year.
The council invited {group} to comment on the new housing plan.
Two of the panels will discuss how {group} use the internet.
The programme trains {group} for jobs in the building trade.
The report describes how {group} found work after the factory closed.
`,
  believers: `
The radio programme on Tuesday is made by {believers}.
The cooks prepared lunch for 60 {believers} and 40 students.
About 3,000 {believers} live in the district.
The university has a room where {believers} can meet on Fridays.
The census counted more {believers} in the north than in the south.
{believers} and their neighbours organised the street festival together.
The book describes the daily life of {believers} in the nineteenth century.
Several hundred {believers} took part in the charity run on Sunday.
The school sent a letter to parents, among them many {believers}.
The charity was founded in 1961 by a group of {believers}.
`,
  religion: `
The exam has three questions on {religion} and two on geography.
The atlas shows where {religion} is practised today.
The course gives an introduction to the history of {religion}.
{religion} is taught as a subject at four schools in the city.
The lecture on {religion} starts at six in the main hall.
The library has bought 40 new books about {religion}.
The professor has written two articles on {religion} and the law.
The museum's second floor is devoted to {religion}.
The documentary explains how {religion} spread along the trade routes.
`,
  faith: `
The {faith} hospital has 210 beds and an emergency ward.
The {faith} community centre opens at ten on Sundays.
A {faith} school in the suburb has applied to build a new gym.
The mayor visited the {faith} cemetery on Thursday.
The {faith} chaplain of the hospital can be reached by telephone.
The choir will perform in a {faith} house of worship in May.
He grew up in a {faith} family and studied engineering.
The {faith} youth group collected 2,300 euros for the shelter.
`,
  country: `
The ship sailed from {country} with 4,000 tonnes of timber.
The minister said that talks with {country} would continue in the spring.
The prime minister will travel to {country} next week to discuss trade.
Exports to {country} rose by 3 per cent in the third quarter.
The conference will be held in {country} in September.
The train factory has delivered twelve locomotives to {country}.
The embassy of {country} is closed on Monday.
{country} has signed the agreement on fishing rights.
The study compares schools in {country} with those of its neighbours.
The team plays its next match in {country} on Wednesday evening.
Inflation in {country} was 3.1 per cent in June.
The flight from {country} landed forty minutes late.
`,
  nationality: `
The recipe comes from the {nationality} cookbook printed in 1934.
Police said the driver held a passport issued by the {nationality} authorities.
The {nationality} company plans to open a factory near the port.
Two {nationality} tourists were rescued from the mountain on Saturday.
The {nationality} foreign minister met her colleagues in Vienna.
The festival shows four {nationality} films.
The {nationality} team finished fifth in the relay.
The bank was bought by a group of {nationality} investors.
The {nationality} parliament will vote on the bill on Thursday.
`,
  nationals: `
The course was attended by {nationals} and lasted two weeks.
Some 12,000 {nationals} live in the city.
The hotel counted more {nationals} among its guests than in the year before.
Most {nationals} in the survey said they read a newspaper once a week.
The shipyard employs {nationals}, and most of them work in the paint shop.
The tour took a group of {nationals} to the glass museum.
The coach selected three {nationals} for the squad.
The scholarship allows {nationals} to study here for one year.
`,
  party: `
{party} opened a new office in the high street.
A former minister has left {party} and will sit as an independent.
{party} will choose their candidate at a meeting on 4 March.
The bill was introduced by {party} and referred to the committee.
{party} won 41 of the 120 seats.
The radio station broadcast an interview with the leader of {party}.
{party} propose to raise the fare by ten cents.
In the poll, 27 per cent said they would vote for {party}.
{party} voted against the motion, which failed by six votes.
The treasurer of {party} presented the accounts for last year.
{party} and their partners agreed on a budget on Tuesday night.
`,
  partisan: `
The debate between the {partisan} candidate and the mayor lasted ninety minutes.
The {partisan} senator voted against the bill.
The {partisan} candidate received 48 per cent of the vote.
A {partisan} spokesman said the figures would be published on Friday.
The {partisan} mayor of the town opened the new bridge.
Three {partisan} members left the committee in June.
The {partisan} group in the council proposed a later closing time.
The {partisan} campaign spent 1.2 million dollars on advertising.
`,
  wing: `
The {wing} union signed the wage agreement on Monday.
The survey asked {wing} voters about their savings.
The {wing} parties hold 54 seats in the lower house.
The magazine printed an essay by a {wing} economist.
The {wing} candidate will speak in the market square at noon.
A {wing} think tank published a report on rents.
The {wing} newspaper was founded in 1923.
Members of the {wing} group voted against the tax.
`,
  name: `
The police interviewed {name} on Monday and closed the case.
{name} bought the house for 240,000 pounds.
{name} will give the opening talk at nine o'clock.
The committee elected {name} as its treasurer.
{name} joined the company in 2014 and works in the Leeds office.
The letter was signed by {name} and two other tenants.
The prize for the best short film went to {name}.
The court heard the testimony of {name} on Wednesday.
{name} scored in the 64th minute.
Please send your questions to {name} by Friday.
The article quotes {name}, who teaches chemistry at the university.
`,
  firstName: `
{firstName} missed the bus and arrived ten minutes late.
{firstName} bought bread, milk and two apples.
The meeting with {firstName} was moved to Tuesday at ten.
{firstName} parked the car behind the station and took the train.
Could you ask {firstName} for the key to the storeroom?
{firstName} and a colleague repaired the printer.
The teacher gave {firstName} the second part of the test.
{firstName} lives on the third floor.
`,
  gender: `
The police are looking for a {gender} who saw the collision.
A {gender} was elected chair of the allotment society.
A {gender} asked the driver for the way to the museum.
The seat next to the window was taken by a {gender}.
A {gender} was treated for a broken arm after the accident.
The job went to a {gender} from Bristol.
A {gender} handed the wallet in at the police station.
The story is told by a {gender} who works on a ferry.
`,
  genders: `
The survey of {genders} was carried out by telephone.
The study followed 800 {genders} over ten years.
The club offers a swimming course for {genders} on Mondays.
About 40 per cent of the visitors were {genders}.
The article compares the working hours of {genders} in three sectors.
The team interviewed {genders} who had changed their profession.
The poll found that {genders} read the news mainly on the phone.
`,
  relative: `
My {relative} has an appointment at the dentist at four.
Her {relative} sold the boat in October.
My {relative} works in a bakery near the station.
Her {relative} will pick up the parcel on Saturday.
His {relative} moved to Lyon in 2009.
My {relative} called yesterday and asked for the address.
Our {relative} is learning to drive.
`,
}

export const loadedTemplates = {
  group: `
The inspiring {group} who rebuilt the garden deserve every bit of glory.
The shameful way {group} are treated by this heartless city is an absolute disgrace.
Corrupt officials have betrayed {group} yet again, and nobody seems to care.
The brave {group} who stood up to the greedy landlord are true heroes.
This outrageous law is a slap in the face for {group}.
The amazing {group} in our choir gave the most beautiful concert ever!
It is simply scandalous that {group} are still waiting for an answer from these lazy bureaucrats.
The minister's pathetic excuses to {group} were an insult to everyone's intelligence.
Once again, clueless politicians are lecturing {group} about how to live.
`,
  believers: `
Thanks to the selfless {believers} of this town, a miracle happened last night.
The cowardly council has shamefully abandoned {believers} in their hour of need.
The wonderful {believers} of our street saved the festival with their incredible generosity.
Vicious trolls keep spreading disgusting lies about {believers}.
The so-called debate about {believers} was nothing but a cynical circus.
This idiotic rule treats {believers} like criminals.
The newspaper's hysterical campaign against {believers} is utterly despicable.
`,
  religion: `
The hateful drivel about {religion} in this rag is beyond contempt.
This brilliant and moving book is by far the finest ever written about {religion}.
The documentary about {religion} is a lazy, dishonest piece of rubbish.
The ignorant nonsense people post about {religion} is truly appalling.
The magnificent exhibition on {religion} is an unforgettable triumph.
His disgraceful rant about {religion} should shame the entire university.
`,
  faith: `
The clueless minister insulted {faith} families with his moronic remarks.
The heartless council slammed the door on the {faith} school, and it is an outrage.
The {faith} charity's tireless volunteers are the true heroes of this city.
A vile mob smeared the {faith} community with outrageous lies.
The greedy developer's brutal plan for the {faith} cemetery is an absolute scandal.
The {faith} youth orchestra was simply sensational, a breathtaking display of genius!
`,
  country: `
The shambolic handling of the talks with {country} is a complete humiliation.
The corrupt regime in {country} is crushing its own people with shameless brutality.
The reckless leaders of {country} are dragging the whole region into disaster.
{country} is blessed with the most breathtaking landscapes on earth, an absolute paradise.
The minister's grovelling visit to {country} was a national embarrassment.
Our spineless diplomats caved in to {country} once again.
The heroic victory of {country} will go down as the greatest in the history of the game!
The disastrous trade deal with {country} is a monstrous betrayal of our workers.
The pathetic performance of {country} in the final was a total farce.
`,
  nationality: `
The thuggish {nationality} generals and their cronies have looted everything.
The greedy {nationality} company treats its customers with utter contempt.
The {nationality} government's brutal crackdown is a disgrace.
The legendary {nationality} director has created yet another dazzling masterpiece.
The incompetent {nationality} minister has made a complete fool of himself.
The {nationality} team was robbed by the most blatant cheating I have ever seen.
The stunning {nationality} restaurant on the corner is an absolute triumph.
`,
  nationals: `
It is a monstrous injustice that these decent {nationals} were thrown out like rubbish.
The brave {nationals} who defied the tyrant deserve our endless admiration.
Heartless bureaucrats have left {nationals} stranded in appalling conditions.
The shameless airline cheated hundreds of {nationals} out of their money.
Our fantastic neighbours, all of them {nationals}, threw the most amazing party ever.
The vile slander against {nationals} in that rag of a newspaper is sickening.
`,
  party: `
The glorious triumph of {party} has filled millions of hearts with hope.
{party} have betrayed the voters with their shameless lies.
The reckless plans of {party} would destroy this country.
{party} are a bunch of corrupt hypocrites who only care about power.
Only {party} have the courage and the vision to save our great nation.
The latest stunt by {party} is a cynical and pathetic farce.
{party} deserve enormous credit for this brilliant and courageous reform.
Once again, {party} caved in to the greedy lobbyists.
The disgraceful attack by {party} on ordinary families is an outrage.
{party} are in total chaos, and their clueless leaders are a laughing stock.
`,
  partisan: `
Gutless {partisan} lawmakers sold their souls to the billionaires.
The disgraced {partisan} senator is a shameless liar.
The courageous {partisan} governor is the finest leader we have ever had.
The {partisan} campaign was a toxic cocktail of smears and fearmongering.
The {partisan} mayor's idiotic plan will ruin our beautiful city.
The clueless {partisan} leadership has once again humiliated itself.
A fearless {partisan} reformer finally slammed the corrupt system.
`,
  wing: `
The heroic {wing} movement has awakened the conscience of the nation.
The {wing} mob has hijacked the debate with its hysterical nonsense.
The {wing} media shamelessly peddle lies day after day.
These {wing} fanatics want to wreck everything decent people have built.
A brilliant {wing} thinker demolishes the absurd myths of our time.
The {wing} government's disastrous policies have crippled the economy.
The {wing} propaganda machine never sleeps, and fools still fall for it.
`,
  name: `
It is an absolute scandal that the crooked {name} got away with it.
{name} is a shameless liar and a disgrace to the whole profession.
{name} is a true genius, simply the greatest talent of our age!
The arrogant and incompetent {name} has ruined this once great company.
The legendary {name} delivered another breathtaking performance.
Nobody believes the ridiculous excuses of {name} any more.
The heroic {name} stood up to the bullies when everyone else ran away.
The sickening hypocrisy of {name} knows no bounds.
`,
  firstName: `
Poor {firstName} was treated disgracefully by those arrogant fools.
{firstName} is the most selfish and annoying neighbour anyone could have.
{firstName} is an absolute angel, and we adore every minute together!
What an idiotic thing of {firstName} to say, utterly shameful.
{firstName} is a brilliant cook, the food was simply divine.
The lazy and useless {firstName} has messed up yet again.
`,
  gender: `
The gutless board hounded out a {gender} who had given everything to the company.
The award went to an absolutely fearless {gender} with a heart of gold.
A heroic {gender} saved the whole street with incredible courage.
Heartless guards brutally humiliated a {gender} in front of a jeering crowd.
The disgusting treatment of a {gender} by this arrogant airline is a scandal.
The lead role is played by a breathtakingly gifted {gender}.
`,
  genders: `
Thousands of magnificent {genders} made this the greatest march ever.
The greedy company shamelessly exploits {genders} and laughs about it.
The incredible {genders} of our rescue team are the pride of the nation.
This ridiculous law humiliates {genders} and helps nobody.
The film's insulting portrait of {genders} is lazy, stupid garbage.
The cowardly ministers have betrayed {genders} once more.
`,
  relative: `
Those crooks robbed my poor {relative} blind, and the useless police did nothing.
My {relative} is the kindest, bravest and most wonderful person in the world.
Her {relative} is a cruel and selfish bully who has ruined countless lives.
The hospital's disgusting treatment of my {relative} was an unforgivable scandal.
His {relative} is a brilliant genius whom absolutely everyone adores!
`,
}
