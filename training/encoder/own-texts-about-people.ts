// Sentences about groups of people, hostile and not, and short attacks: see own-texts.ts. They are here so that a model learns to tell
// them apart; none of them is anybody's opinion.

export const textsAboutPeople = {
  prejudice: `
Women are too emotional to lead a company.
Women belong at home with the children.
Girls are simply not good at mathematics.
Men cannot be trusted with small children.
A woman's place is in the kitchen.
Muslims cannot be trusted.
Jews control the banks and the newspapers.
Jews only care about money.
Black people are lazy.
Black men are born criminals.
White people are all racists.
Asians all look the same and cannot drive.
Mexicans come here to steal our jobs.
Gypsies steal whatever they can carry.
Immigrants bring nothing but crime.
Immigrants do not want to work.
Refugees should be sent back to where they came from.
Gay people should not be allowed near children.
Homosexuals are not normal.
Trans people are mentally ill.
Disabled people are a burden on everyone else.
Old people should not be allowed to vote.
Young people today do not want to work.
Americans are stupid and fat.
Germans have no sense of humour and obey every order.
The French are arrogant and lazy.
Russians are drunks.
Poles are thieves, everybody knows it.
Indians smell and cheat their customers.
Africans are not able to govern themselves.
Arabs do not respect women.
Catholics will always put the pope before their country.
Atheists have no morals.
Christians hate everyone who is different.
Conservatives do not care about poor people.
Liberals hate their own country.
Followers of that religion are taught to lie to us.
People from the south are lazy and live off our money.
These people breed like rabbits.
Those people will never fit in here.
That kind of family does not belong in our street.
They are taking over our country, one town at a time.
You know how they are: loud, dirty and dishonest.
I have nothing against foreigners, but they should know their place.
Nobody wants to live next door to gypsies.
You cannot teach those people anything.
Muslim men see women as property.
All of them are terrorists in waiting.
Chinese people eat anything and spread diseases.
The Jews are behind every war.
`,
  aboutGroups: `
Women make up just over half of the population.
Women gained the right to vote in 1918.
The club admits women and men on the same terms.
Most Muslims fast from dawn to sunset during Ramadan.
Muslims and Christians live side by side in the old town.
Jews celebrate the new year in autumn.
The synagogue was built in 1904 and restored in 1998.
Many Jews fled the country in the 1930s.
Black families have lived in this district since the 1920s.
The exhibition shows the work of black painters from three continents.
The share of Asian students rose from nine to twelve per cent.
Mexican workers built much of the railway.
Roma musicians play at the festival every year.
Immigrants founded about a quarter of the new firms in the region.
The number of immigrants fell by four per cent last year.
Refugees can apply for a work permit after three months.
Gay couples have been able to marry there since 2001.
Two men were elected to the board, and three women.
The survey asked trans people about their experience with doctors.
Disabled people can apply for a parking permit.
Older people often need less sleep than they did when young.
Young people use the library more often than their parents.
Americans eat turkey at Thanksgiving.
Germany and France signed the treaty in 1963.
Russian is spoken by about 250 million people.
The Polish team won the relay.
Indian food is popular in many parts of Britain.
Several African countries signed the agreement.
Catholic and Protestant schools share one playground.
About a third of the residents say that they are atheists.
Conservative and liberal members voted for the bill.
Boys and girls learn to swim in the third year.
Women live longer than men on average.
My neighbours are from Syria and run a bakery.
The Amish do not use electricity from the public grid.
Many Somali families came here in the 1990s.
People of all faiths are welcome.
Lesbian, gay and straight parents took part in the study.
The imam, the rabbi and the priest opened the fair together.
Deaf children learn sign language from the age of three.
`,
  attacks: `
What an idiot.
You are a disgrace.
Liar!
Complete rubbish.
Shut up, you moron.
They should all be shot.
Hang them.
Burn in hell.
He is scum.
Pathetic losers.
Muslims are animals.
Jews are rats.
Kill the traitors.
Get out, filth.
You people disgust me.
Total fraud.
Women are stupid.
Immigrants are parasites.
Lock her up.
Nobody likes you.
They deserve to die.
What a joke of a government.
Send them all back.
Gays are sick.
Stupid cow.
`,
} as const
