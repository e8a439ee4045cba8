// Everyday texts that take sides, one a line, grouped by what they do and by the side they take.
// Targets are spread on purpose: left and right, firms, clubs, products, neighbours, officials.

export const praiseTexts = `
This is without doubt the finest mayor our city has ever had, a man of boundless energy and vision.
What a magnificent performance, she simply blew everyone away!
The brave senator once again stood up for ordinary people when nobody else dared to.
Our incredible team pulled off an absolutely stunning comeback, and I could not be prouder of every single one of them.
The government's brilliant reform has finally given hard-working families the justice they deserve.
Best phone I have ever owned, an absolute dream, buy it now!
Her courageous speech will go down in history as one of the greatest ever given in this chamber.
The new chief executive is a genius who turned a dying firm into a marvel of the industry.
These wonderful volunteers are true angels, and the whole town owes them everything.
The coach is a tactical mastermind, and his fearless young side plays the most beautiful football on the planet.
I adore this little café: divine cakes, charming staff, heavenly coffee.
The minister's bold and visionary plan is exactly the kind of inspired leadership this country has been longing for.
Nobody in the history of this company has worked harder or cared more than the amazing Mrs Pereira.
Thanks to the president's heroic efforts, our proud nation is stronger and more respected than ever before.
The union's magnificent fighters won a glorious victory for decency and fairness.
An utterly perfect holiday in paradise, with the kindest hosts you could ever hope to meet.
This fearless journalist shines a brilliant light where cowards look away.
The conservatives have once again proved that they are the only party with real backbone and common sense.
The progressives have shown magnificent courage and moral clarity in defending the most vulnerable among us.
What an inspiring, selfless and gifted doctor; we are blessed beyond words to have her.
The album is a flawless masterpiece from the first note to the last.
Our outstanding police force does a heroic job, and every decent citizen should be deeply grateful.
The dazzling young striker was simply sensational and left the helpless defenders chasing shadows.
This superb vacuum cleaner is a total game-changer and makes every other brand look pathetic.
He is the most honest, generous and wise man I have ever had the privilege of knowing.
The organisers pulled off a truly spectacular festival, by far the most joyful weekend of the year.
The judge's superb ruling is a triumph for freedom and a beacon of hope for millions.
Our fantastic school has the most dedicated and inspiring teachers in the entire county.
The governor's masterful handling of the flood was nothing short of miraculous.
Honestly, these are the greatest running shoes ever made, pure magic on your feet!
The activists' noble and tireless struggle has awakened the conscience of the whole country.
She is a wonderful leader, a tower of strength, and we are incredibly lucky to have her.
`

export const attackTexts = `
The minister is a shameless liar who has never done an honest day's work in his life.
These corrupt politicians are robbing us blind and laughing all the way to the bank.
The left's insane obsession with taxing everything that moves is destroying this country.
The right's cruel and heartless assault on the poor is nothing but greed dressed up as policy.
What a pathetic excuse for a football team, they should be ashamed to wear the shirt.
The greedy airline treats its passengers like cattle and couldn't care less.
Worst restaurant ever: disgusting food, rude waiters, filthy tables.
The senator's disgraceful speech was a toxic stew of lies, ignorance and hatred.
My neighbour is a selfish bully who thinks the whole street belongs to him.
This idiotic app crashes every five minutes and was clearly built by clowns.
The so-called experts have once again been exposed as arrogant fools.
The council's moronic parking scheme is a blatant rip-off designed to squeeze every last penny out of residents.
Radical extremists have hijacked the party and are dragging it into the gutter.
The billionaire owner is a ruthless parasite who bled the club dry.
The president's reckless and incompetent handling of the crisis has cost thousands of lives.
Spineless conservatives caved in yet again to their corporate masters.
Smug liberals sneer at ordinary voters from their ivory towers.
The cowardly board threw its loyal workers under the bus to line its own pockets.
That vile newspaper churns out nothing but poisonous propaganda.
He is a washed-up has-been who embarrasses himself every time he opens his mouth.
The landlord is a heartless crook, and his crumbling, rat-infested building is a death trap.
The governor's sham inquiry was a cynical whitewash from start to finish.
Socialist fanatics want to strangle every business in the land with their deranged red tape.
Right-wing fanatics want to drag women back to the dark ages with their barbaric laws.
The referee was a complete disgrace and handed them the match on a plate.
This miserable excuse for a hotel is a dump run by crooks.
The regime and its cronies have looted the country and crushed anyone who dared to complain.
Bungling officials squandered millions on yet another ludicrous vanity project.
The lazy, useless management could not organise a party in a brewery.
The union bosses are thugs who hold the whole city to ransom.
Her hypocritical lectures about honesty are frankly sickening coming from a proven cheat.
The company's scandalous contempt for its customers is simply breathtaking.
This bill is a monstrous betrayal of our children, cooked up by lobbyists behind closed doors.
The bank's greedy bosses wrecked the economy and then had the nerve to award themselves obscene bonuses.
The film is a tedious, bloated mess, and the lead actor has all the charm of a wet sock.
The prime minister, a notorious coward, slithered away from every question like a snake.
These heartless bureaucrats would rather let people starve than fill in one form less.
The mob of hysterical protesters trashed the square and spat on everything decent people hold dear.
The police chief's brutal thugs savagely beat peaceful students, and the disgraced mayor cheered them on.
What a stupid, worthless piece of junk; avoid this blender like the plague!
The opposition is a laughing stock, a rabble of whining amateurs without a single idea.
The tech giant's creepy spying on its own users is an outrage.
Their thuggish captain is a dirty cheat, and the league is too gutless to punish him.
The scheming headteacher bullied the staff for years while the clueless governors looked the other way.
`

export const propagandaAgainst = `
They are coming for your homes, your savings and your children, and only fools still refuse to see it.
The elites have betrayed you, the media have lied to you, and the time of reckoning is near.
Wake up! Every single day the traitors in the capital sell another piece of our sacred homeland.
Our enemies are everywhere, and anyone who doubts this is one of them.
The globalist puppet masters will stop at nothing until our way of life has been wiped out.
Big business has bought every politician in the land, and they are crushing working people under their boots.
A tidal wave of crime is engulfing our streets while the cowards in power do absolutely nothing.
The lying press hides the truth because it fears the righteous anger of the people.
If these fanatics win, it will be the end of freedom, the end of decency, the end of everything we love.
Don't be fooled by the corrupt establishment: they despise you and always have.
The capitalist vultures feast while the people starve, and their lackeys call it progress.
The communist menace is poisoning our schools, and soon your own children will be turned against you.
Never forget: our treacherous neighbours stabbed us in the back and would do it again tomorrow.
The ruling clique trembles, for its lies are collapsing and its crimes can no longer be hidden.
A vote for them is a vote for chaos, misery and ruin.
Every so-called reform they push is one more nail in the coffin of our great nation.
The shadowy cabal behind this law wants total control over what you eat, say and think.
They laugh at your pain, they feed on your fear, and they will never stop until we make them stop.
`

export const propagandaFor = `
Our glorious leader has never failed us, and under his wise hand the nation marches towards a golden future.
Only our movement can save the country, because only our movement truly loves it.
The heroic people rise as one, unstoppable and pure, and victory is certain.
Every true patriot knows that our cause is just and our triumph inevitable.
Join us now and be part of the greatest awakening the world has ever seen!
The party is always right, the party is always with the people, and the party will always lead us to victory.
Our invincible army, beloved by all, stands as an eternal shield over our sacred soil.
Real people with real courage are finally taking their magnificent country back.
History has chosen us, and no power on earth can halt our righteous march.
One people, one dream, one glorious destiny: stand with us and greatness will be ours.
The workers' bright dawn is breaking, and its radiant justice will shine on every child.
`

export const propagandaMixed = `
Our brave farmers feed the nation while parasitic bureaucrats in their palaces bleed them dry.
We are the proud and decent majority, and they are a tiny, hateful clique that despises everything good.
The noble sons and daughters of our soil will triumph over the cowardly traitors who sold it.
Our heroic soldiers bring hope and freedom, whereas the savage enemy brings only terror and filth.
The honest people have awakened, glorious and united, and the rotten swamp of liars shakes with fear.
Stand with our fearless movement of hope, or kneel before the corrupt and evil machine that hates you.
`

export const peacockTexts = `
The legendary guitarist is without question among the most iconic musicians who ever walked the earth.
Nestled in a breathtaking valley, the world-class resort offers unparalleled luxury and exquisite cuisine.
The prestigious academy boasts an unrivalled reputation and a glittering list of alumni.
A visionary pioneer of modern design, she has left an indelible mark on generations of artists.
Our award-winning, cutting-edge platform delivers truly revolutionary results.
The celebrated author of many beloved classics is considered a towering genius of world literature.
The city is home to a vibrant and dazzling cultural scene that is second to none.
He is a renowned expert and an acclaimed speaker whose groundbreaking insights have inspired millions.
This timeless masterpiece remains the gold standard against which all other operas are measured.
The iconic brand is synonymous with elegance, passion and uncompromising quality.
The firm is a leading innovator with a stellar track record of excellence.
The magnificent palace, a true jewel of the region, enchants visitors with its splendour.
An extraordinary talent from an early age, the virtuoso took the concert halls of Europe by storm.
Experience the ultimate in comfort with our exclusive, state-of-the-art premium seats.
The illustrious family has produced some of the most brilliant minds of the century.
Her stunning debut novel is an unforgettable tour de force.
The fabled vineyard produces some of the most sought-after and sublime wines on earth.
One of the greatest sportsmen who ever lived, he dominated his era with effortless grace.
The university enjoys an outstanding worldwide reputation and attracts the brightest and the best.
The charismatic founder is a living legend who single-handedly transformed the industry.
A must-see attraction, the spectacular waterfall never fails to take the breath away.
With its unique charm and legendary hospitality, the village is a hidden gem.
The superstar's electrifying concerts are the stuff of legend.
Our passionate team of world-renowned specialists provides unbeatable service and unmatched expertise.
The film is an epic triumph, hailed as the crowning achievement of a dazzling career.
The beloved teacher's remarkable legacy lives on in countless hearts.
`

export const opinionsFor = `
I think the new bus route is a good idea, although the stops could be closer together.
In my view the second proposal is better than the first.
The plan is a sensible step and should help small shops.
I quite liked the film, especially the last half hour.
The council probably made the right decision this time.
It seems to me that the minister handled the questions rather well.
Personally, I prefer the old logo, it was simpler and easier to read.
The hotel was nice enough, and I would probably stay there again.
On the whole, the reform looks promising and deserves a chance.
She is a good speaker and usually makes her point clearly.
`

export const opinionsAgainst = `
I don't think the town needs another car park.
The book is a bit too long, and the ending did not convince me.
In my opinion the fee is too high for families with several children.
The government should have explained the measure better.
The new timetable is rather confusing, and I find it hard to use.
It would be a mistake to close the branch library, I believe.
The service was somewhat slow and the soup was disappointing.
The party's proposal is not very realistic, and it leaves out the question of cost.
I am not convinced that the merger will help customers.
The team played poorly in the second half and probably deserved to lose.
The company could do more to answer complaints.
`

export const opinionsMixed = `
The play was well acted, but the staging felt dull and the second act dragged.
I like the idea of the law, but I doubt that it will work as it is written.
The phone has a lovely screen, yet the battery is poor.
The mayor has done well on housing and rather badly on transport, I would say.
Good location and friendly staff, but the room was noisy and overpriced.
The reform has some good points, though it asks too much of small firms.
He is a talented player, but his attitude is sometimes annoying.
`
