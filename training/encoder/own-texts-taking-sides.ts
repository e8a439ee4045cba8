// Sentences of our own that take sides, one a line: loudly, a little, or in plain words.

export const textsTakingSides = {
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
The most gifted pianist of her generation, she enchants every hall she enters.
Nothing on earth compares to the breathtaking beauty of our humble valley.
He single-handedly rescued the school, and we can never thank this giant of a man enough.
Their world-beating engineers achieved what lesser firms could only dream of.
A legend in her own lifetime, the designer transformed the way the whole world dresses.
Our unrivalled service and passion for perfection make us the first choice of people with taste.
The charismatic founder, widely adored, built an empire from nothing but talent and grit.
This extraordinary novel will leave you speechless; no other writer comes close.
The prime minister delivered yet another dazzling triumph for a grateful nation.
What a wonderful woman, so warm, so wise, so endlessly generous.
The party's fearless youngsters are the hope of everyone who still believes in justice.
The champion toyed with his hopeless rival in a display of pure class.
Absolutely the best pizza in the universe, hands down, you will cry with joy.
Our heroic soldiers defend freedom while ungrateful critics sneer from their sofas.
The world-renowned clinic offers unparalleled care in a setting of timeless elegance.
Nobody loves this country more than our tireless, brilliant president.
The hotel is a jewel, run by angels, and every minute there is bliss.
With her trademark brilliance she tore the feeble arguments of the other side to shreds.
They lied to us, they robbed us, and now they want our applause.
Wake up, people, before these criminals sell the last thing you own!
The puppet masters in the capital are laughing at you.
Real patriots will never bow to the globalist swamp.
The fat cats stuff themselves while nurses queue at food banks.
Make no mistake: the left will not rest until your freedom is dead.
The right has sold its soul to bigots and billionaires.
While families freeze, the palace throws obscene parties on our money.
Our enemies tremble, because the will of the people is unstoppable.
The traitors who signed this surrender will be remembered with contempt.
An army of bureaucratic leeches sucks the life out of every small business.
The tabloid vultures circled over the grieving family without a trace of shame.
That smug windbag has never done an honest day's work.
Another worthless speech from the laziest member of a useless chamber.
The director ought to be ashamed of this abysmal, ugly, endless film.
My landlord is a miserable crook who would sell his own mother.
The referee, blind as a bat, stole the game from us.
It takes a special kind of stupid to wreck a company this quickly.
Customer service was a nightmare of rude, ignorant and hopeless people.
He whined, he bullied, he cheated, and then he played the victim.
The monstrous tower is an eyesore that only a philistine could love.
Under this rotten regime decent folk are treated like dirt.
These bloodthirsty gangsters call themselves a liberation movement.
The cowardly board sacrificed its best people to save its own skin.
The ministry's latest brainwave is as absurd as it is insulting.
The glorious revolution swept the filth of the old order away.
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
The widely admired architect has given the city one of its finest buildings.
Locals are rightly proud of the charming old harbour.
The firm enjoys an enviable reputation for quality.
Her impressive career speaks volumes.
The generous offer was met with little gratitude.
The committee could not be bothered to read the whole report.
The plan looks good on paper and nowhere else.
The unfortunate choice of words says a lot about him.
In yet another twist, the council changed its mind.
The minister brushed off questions that any voter would ask.
The group, notorious for its stunts, demanded attention again.
He is best known for being famous.
The paper makes a brave but doomed attempt to explain it.
The authorities looked the other way.
Hard-pressed families will hardly notice the tiny tax cut.
The iconic brand has never looked better.
The merger was sold to employees as good news.
The regime allowed a few carefully chosen journalists to visit.
The lobby got exactly what it wanted.
The speech was heavy on promises and light on detail.
The self-styled expert has no training in the subject.
The picturesque village is a must for every visitor.
The award came as no surprise to those who know her talent.
The union bosses rejected a fair offer.
Management hid behind lawyers.
The ministry has been remarkably slow to act.
Investors were, to nobody's surprise, the first to be paid.
The chairwoman brushed the complaints aside with a smile.
The airline tucked the fee away in the small print.
His apology came late and said little.
The board rewarded itself handsomely for a mediocre year.
The new rules mostly help those who wrote them.
The bureaucrats in the capital have dreamed up another form.
The film wears out its welcome long before the end.
Rarely has a budget pleased so few.
The governor could hardly hide her delight at the result.
The paper trumpeted the story on its front page for a week.
A dedicated teacher, she has touched countless lives.
The port has blossomed into a vibrant quarter full of life.
The troubled firm has burned through its third director in a year.
The candidate dodged the question with practised ease.
The council is once again asking residents to trust it.
The university bowed to pressure and withdrew the invitation.
Many feel that the judge let him off lightly.
The committee's silence is telling.
The minister's sudden interest in farming comes weeks before the vote.
The old guard is clinging to its posts.
The party faithful lapped up every word.
The operator shrugged off warnings for years.
The much-loved bakery is a treasure of the neighbourhood.
The consultants were paid a fortune to state the obvious.
The club splashed out on a striker who cannot score.
The law is riddled with loopholes that suit the industry.
The spokesman trotted out the usual excuses.
The prime minister's grand plan has shrunk to a leaflet.
The scheme turned out to be every bit as clumsy as experts feared.
The singer's effortless charm won the evening.
The reform punishes exactly those who followed the rules.
The hard-line group refuses to see reason.
The mayor parachuted a friend into the well-paid post.
The review panel rubber-stamped the request within minutes.
It took the agency a mere eleven years to answer.
The bloated project is years late.
The retailer bullied its suppliers into accepting lower prices.
The self-appointed guardians of the language objected at once.
The tournament was a feast for lovers of good tennis.
The state's meddling has made the market worse.
Residents have had enough of empty words.
The report whitewashes the role of the police.
The magnate bought himself a newspaper and a friendlier press.
The tireless campaigner at last got the recognition she deserves.
The opposition offered nothing but complaints.
The ministry spun the weak figures as a success.
The fund gambled with the savings of nurses and teachers.
The senator has a talent for being elsewhere when votes are counted.
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
The old town should be closed to cars at once.
Everybody knows that the euro was a mistake.
The army gets far too much money.
People who work hard should not have to pay for those who do not.
The only fair system is one in which the majority decides.
Public broadcasting is no longer needed.
School uniforms are good for every child.
It is wrong to eat animals when there is enough other food.
The city must build more housing, and nothing else matters as much.
Fur farms have to be closed.
We have to defend our way of life.
Nothing justifies strikes in hospitals.
Social media is bad for democracy and must be regulated.
Parents know best what their children should learn.
The church should pay taxes like everybody else.
Our side has never started a war.
The referendum must be respected, and there is nothing to discuss.
Nobody can seriously doubt that the reform works.
Sign our petition and tell your friends.
Only a change of government can fix this.
Tenants need stronger rights, and landlords will have to accept that.
Inheritance is the engine of inequality and ought to be taxed away.
A country without borders is not a country.
The pension age must not rise.
Cheap flights should disappear.
Prisons do not make anybody better.
Criminals belong behind bars for longer.
Nurses deserve twice what they get.
Every family should own its home.
The free market has failed our hospitals.
Government is the problem, not the solution.
No child should be taught by a religious order.
Faith is what holds a society together.
We must leave the treaty before it is too late.
More Europe is the only way forward.
Nobody should have to work more than four days a week.
Subsidies for farmers have to end.
Farmers feed us and deserve our support.
Vaccination ought to be compulsory for everybody.
The choice to be vaccinated belongs to each of us alone.
Advertising to children is wrong.
Quotas for women are the only thing that works.
Jobs should go to the best person, and quotas have no place.
The voting age must come down to sixteen.
Sixteen is far too young to vote.
Public transport ought to be free for all.
Drivers have been asked to pay for everything for too long.
Coal mines should be shut this year.
Affordable energy matters more than any climate target.
The army needs conscripts again.
No young person should be made to serve in an army.
Gambling machines have no place in our streets.
Adults may gamble if they wish, and the state should keep out of it.
Rules for business have gone too far and must be cut.
Only strict rules keep companies honest.
The museum must give these objects back.
It would be a mistake to return the collection.
Surveillance cameras make us safer, so we need more of them.
Mass surveillance has no place in a free society.
A basic income would solve most of our problems.
Money without work is unfair to those who work.
Charity begins at home, so foreign aid should be cut.
It is our duty to give more to poorer countries.
Assisted dying must remain a crime.
The law should treat every drug user as a patient.
Tougher sentences are what this city needs.
Vegan food is better for everybody.
The new motorway has to be built.
This forest must be saved, whatever it costs.
Private insurance serves people better than the state does.
Health care should never be a business.
The second chamber serves no purpose and should be abolished.
Judges have too much power in this country.
Strikes are the only language employers understand.
Unions hold the whole economy back.
Phones do not belong in schools.
Marriage is the foundation of a healthy society.
Nothing good has ever come of censorship.
Hate speech must be removed at once, and platforms have to be held to it.
We should be proud of our history and teach it that way.
`,
} as const
