// More sentences of the kinds that 2.3.0 got wrong most often: mild wording, short attacks, and plain facts with a hard word in them.
// See own-texts.ts.

export const moreTexts = {
  mild: `
Never shy of a camera, the minister opened the bridge himself.
The chairman, not known for his modesty, praised his own report.
The landlord helped himself to the deposit.
The insurer kept the premiums and cut the cover.
The operator cashed in on the shortage.
The supermarket pushed up prices and blamed the weather.
The firm banked the subsidy and moved abroad.
The owners did very nicely out of the sale.
A few well-connected families profited most from the new road.
The contract went, as it so often does, to a cousin of the mayor.
Those in the know bought their land just in time.
The professor took all the praise for work that others had done.
The captain left the interviews to others after the defeat, as he always does.
Somehow the money for new cars is always there.
The committee congratulated itself and went home.
The director found time for golf but not for his staff.
Nobody was held responsible, of course.
The inquiry found, to everyone's relief in the ministry, nothing.
The new timetable suits everyone but the passengers.
The company discovered its love of nature shortly before the vote.
The bank remembered its small customers only when it needed them.
For once, the agency answered within a month.
The promised relief never arrived.
The ministry celebrated a figure that it had already announced twice.
The report is long on charts and short on answers.
The lawyer earned well from a case he could not win.
The president surrounds himself with people who agree with him.
The editors seem to have lost interest in facts.
His answer left nobody any wiser.
The authority took its time, as usual.
The plan lives from hope more than from numbers.
The mayor prefers ribbons to budgets.
One may wonder who asked for this law.
The council has found yet another use for other people's money.
The party treats its members as an audience.
The manager was rewarded for failure with a second contract.
The ever-popular market square is at its most beautiful in spring.
The gifted young conductor drew a radiant sound from the orchestra.
The restaurant spoils its guests with honest, wonderful food.
The lovingly restored mill is a gem.
The museum sets the standard for all others.
The company's visionary founder was far ahead of his time.
The hotel offers an unforgettable view and first-class service.
A worthy winner, and a dream final.
The volunteers do an amazing job, day after day.
The book deserves every prize it can get.
The senator's courage put the whole chamber to shame.
The team fought like lions and was cheated of its reward.
The stubborn old man still refuses to sell.
The noisy protest achieved precisely nothing.
The activists got the pictures they wanted.
The union flexed its muscles again.
The opposition sulked in a corner.
The minister lectured the teachers about hard work.
The regulator slept while the bank gambled.
The talks dragged on without any sign of urgency.
The paper swallowed the story whole.
The prince graced the event with his presence.
The governor dusted off a plan that nobody had liked the first time.
The official version changes every day.
The firm hid the bad news on page ninety.
The state cannot keep its fingers off our savings.
The campaign fell flat, and deservedly so.
The reform came too late for those who needed it most.
Only the naive still believe these promises.
The chairman clings to a strategy that failed years ago.
`,
  attacks: `
What a clown.
What a loser.
What a snake.
You are a fool.
You are disgusting.
You are nothing.
You make me want to vomit.
You make everyone sick.
Such a liar.
Such a hypocrite.
Such an idiot.
He is a crook.
He is a parasite.
She is a witch.
She is a disgrace.
They are cowards.
They are scum.
They are pigs.
They are rats.
They are a cancer.
Absolute morons.
Absolute filth.
Utter trash.
Utter rubbish from a fool.
Total clowns.
Worthless scum.
Dirty thieves.
Stupid pigs.
Stupid old man.
Ugly old cow.
Lazy bastards.
Cowards, every one of them.
Criminals, the whole lot.
Parasites, all of them.
Fools and liars.
Drown them all.
Burn them all.
Hang the lot.
Shoot the bastards.
Let them starve.
Let them rot.
Let them drown.
Beat them up.
Crush them.
Wipe them off the map.
Put them against the wall.
Get lost, you rat.
Go die.
Go to the devil.
Drop dead.
Rot in hell.
Screw you all.
Nobody would miss you.
The world is better without you.
I hope you die.
I hope they suffer.
Throw them out.
Kick them out, all of them.
Politicians are crooks.
Journalists are liars.
Teachers are lazy.
Bankers are thieves.
Lawyers are vultures.
Cyclists are idiots.
Old people are a burden.
Poor people are lazy.
Rich people are crooks.
Christians are sheep.
Atheists are scum.
Men are pigs.
Foreigners are filth.
Immigrants are vermin.
`,
  plain: `
The worst storm of the decade hit the coast in March.
The ugly side of the fabric faces inwards.
The prize for the ugliest dog is awarded in June.
The silliest hat won a bottle of wine.
A prize is given for the worst opening line of a novel.
The laziest way to cook rice is in the oven.
Jackals steal meat from lions.
Gulls steal chips from tourists.
Foxes take hens at night.
Lions often lose their prey to larger groups of other animals.
Weasels kill rabbits that are larger than themselves.
The spider poisons its prey and eats it later.
Too much salt can harm a baby's kidneys.
Too much sugar damages children's teeth.
Loud noise can harm a child's hearing.
A forced entry leaves marks on the frame.
A dictionary attack tries common words as passwords.
The attack fails if the key is long enough.
The victim's browser sends the cookie with the request.
The malicious script reads the form.
A rogue process can fill the disk.
The naive approach copies the whole array.
The brutal winter of 1709 killed most olive trees.
Enjoy the film!
Enjoy your stay!
Enjoy your holiday and bring us some sun!
Have fun at the party!
Sweet dreams!
The thief in this card game draws two cards.
The liar paradox is a problem of logic.
The bully in the story is called Max.
A coward is the hero of this comedy.
The fraud department answers within two days.
Report a stolen card at once.
The hostile environment of the desert limits plant growth.
Invasive plants crowd out native ones.
The aggressive dog was put on a lead.
The horse panicked and threw its rider.
Sewage is cleaned in three steps.
The dirty water flows into a tank.
The smell comes from the drain.
A bad tooth was pulled.
Blood pressure falls after a large loss of blood.
Poisonous mushrooms grow beside edible ones.
The failed test is shown in red.
Errors in the third step are ignored.
Crime fell by a tenth in the northern districts.
The suspect is said to have stolen two bicycles.
The killer was never found.
Victims of the flood can apply for help until May.
The accident cost two people their lives.
The widow sold the farm in 1932.
The orphans were taken in by an aunt.
The prisoners worked in the quarry.
The enemy crossed the river at night.
The defeated army withdrew to the hills.
The war crimes trial lasted four years.
Soldiers burned the village in 1944.
The tyrant of Syracuse invited the philosopher.
The abuse of alcohol leads to liver damage.
The addict entered a clinic.
The lonely number is a term for an integer that is not friendly.
A hard frost followed a warm week.
The weak signal is amplified twice.
The sick leave ends on Friday.
A crazy quilt is made of pieces without a pattern.
The stupidest bug took me a week to find.
`,
} as const
