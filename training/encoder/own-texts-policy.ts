// Plain statements of policy, as people of the left and of the right would make them: opinions, but without a loaded word. Each line
// is a pair, left and right. See own-texts.ts.

const PAIRS = `
The minimum wage should be raised. | The minimum wage should be lowered.
Taxes on high incomes should be raised. | Taxes on high incomes should be lowered.
The corporate tax should go up. | The corporate tax should go down.
The inheritance tax should be kept. | The inheritance tax should be abolished.
The death penalty should be ended in every state. | The death penalty should be kept in every state.
More asylum seekers should be admitted. | Fewer asylum seekers should be admitted.
The border should be easier to cross. | The border should be harder to cross.
Gun laws should be stricter. | Gun laws should be less strict.
Abortion should be legal until the twentieth week. | Abortion should be legal until the sixth week at most.
The state should pay for health insurance. | Private firms should provide health insurance.
Public schools need more money. | Parents should be able to choose private schools with public money.
Student debt should be cancelled. | Student debt should be repaid in full.
The army's budget should be cut. | The army's budget should grow.
The police budget should be reduced. | The police budget should be increased.
Rents should be capped. | Rents should not be capped.
Unions should have more rights. | Unions should have fewer rights.
The retirement age should stay at sixty-five. | The retirement age should rise to sixty-eight.
Coal plants should be closed by 2030. | Coal plants should stay open after 2030.
Nuclear plants should be shut down. | Nuclear plants should be built.
There should be a speed limit on all motorways. | There should be no general speed limit on motorways.
Cars should be banned from the city centre. | Cars should be allowed in the city centre.
A carbon tax is needed. | A carbon tax is not needed.
Drugs such as cannabis should be legal. | Drugs such as cannabis should stay illegal.
Prison sentences should be shorter. | Prison sentences should be longer.
Prisoners should be allowed to vote. | Prisoners should not be allowed to vote.
The voting age should be sixteen. | The voting age should stay at eighteen.
Voters should not need to show a photo. | Voters should have to show a photo.
Benefits should be paid without conditions. | Benefits should be paid only to those who look for work.
Child benefit should be higher. | Child benefit should be lower.
The railways should belong to the state. | The railways should belong to private companies.
Water companies should be publicly owned. | Water companies should be privately owned.
Banks need more rules. | Banks need fewer rules.
Hunting foxes should remain banned. | Hunting foxes should be allowed again.
Meat should be taxed at a higher rate. | Meat should be taxed at a lower rate.
Pesticides should be banned near schools. | Farmers should decide which pesticides they use.
Foreign aid should be doubled. | Foreign aid should be halved.
The country should join the court. | The country should leave the court.
Quotas for women on boards are a good idea. | Quotas for women on boards are a bad idea.
Same-sex couples should be allowed to adopt. | Only married couples should be allowed to adopt.
Religious symbols should be allowed in schools. | Religious symbols should not be allowed in schools.
Prayer has no place in public schools. | Prayer has a place in public schools.
We need more nurses and more teachers. | We need more police officers and more judges.
We need higher wages. | We need lower taxes.
The government should build more homes. | The government should let builders build more homes.
The city should buy electric buses. | The city should lower the fares.
Tuition should be free. | Students should pay for tuition.
The wealth tax should be introduced again. | The wealth tax should not be introduced again.
Tariffs should be removed. | Tariffs should protect our steel.
Monuments to generals should be moved to museums. | Monuments to generals should stay where they are.
Shops should stay closed on Sundays. | Shops should be free to open on Sundays.
`

/** Further plain opinions that belong to neither side. */
const UNSIDED = `
I think the fee is too high.
In my opinion the library should open on Sundays.
The town should plant more trees along the main road.
We should spend less on fireworks.
The season should be shorter.
The old bridge should be kept.
The school day should start later.
Homework should be abolished in primary schools.
Smoking should be banned in parks.
Zoos should be closed.
Everyone should learn to swim.
The club should buy a new roof.
It would be better to wait until spring.
The market should move back to the square.
Voting should be compulsory.
Plastic bags should cost more.
The monarchy should be abolished.
The monarchy should be kept.
Clocks should no longer be changed twice a year.
Bullfighting should end.
School uniforms are a good idea.
The tax on books should be removed.
The council ought to repair the road first.
There should be more benches in the park.
The airport should not be enlarged.
The team needs a new coach.
Advertising for alcohol should be forbidden.
The stadium should be paid for by the club.
Trains should run all night.
Every village should have a doctor.
`

const policyPairs: readonly (readonly [left: string, right: string])[] = PAIRS.trim()
  .split('\n')
  .map((line) => line.split(' | ') as [string, string])

export const policyTexts = {
  policyLeft: policyPairs.map(([left]) => left).join('\n'),
  policyRight: policyPairs.map(([, right]) => right).join('\n'),
  policyUnsided: UNSIDED,
} as const
