// The topics of our own set: an area, then one topic per line with both sides. Each side is a clause that follows "that". Side a is more
// often held on the political left or asks for a change; side b is more often held on the right or keeps things as they are. Both are
// worded alike and are held by many people.

export const AREAS_AND_TOPICS = `
# economy
minimum wage | the minimum wage should be raised | the minimum wage should stay where it is
wealth tax | large fortunes should be taxed every year | large fortunes should not be taxed every year
corporate tax | companies should pay a higher tax on profits | companies should pay a lower tax on profits
trade unions | workers gain when unions are strong | workers gain when contracts are agreed one by one
four-day week | a four-day working week should become the norm | a five-day working week should remain the norm
free trade | imports should be limited to protect local jobs | imports should be free of duties to keep prices low
basic income | every adult should get a basic income | help should go only to people in need
inheritance tax | inheritances should be taxed more | inheritances should be left to families untaxed
gig work | drivers for apps should be employees | drivers for apps should be independent contractors
executive pay | the pay of managers should have a legal limit | the pay of managers should be set by owners alone
public debt | governments should borrow to invest | governments should balance their budgets
sunday trading | shops should close on Sundays | shops should be free to open on Sundays
bank rules | banks need stricter rules | banks need fewer rules
# health
public health insurance | one public insurer should cover everybody | private insurers should compete for patients
sugar tax | drinks with much sugar should be taxed | drinks with much sugar should be taxed like any other
vaccine mandates | vaccination should be required for school | vaccination should be the choice of parents
assisted dying | adults who are dying should be able to ask for help to end their lives | doctors should never help to end a life
abortion | abortion should be legal on request in early pregnancy | abortion should be legal only in rare cases
drug prices | the state should set the prices of medicines | the market should set the prices of medicines
cannabis | cannabis should be sold legally to adults | cannabis should remain illegal
smoking ban | smoking should be banned on café terraces | smoking should be allowed on café terraces
organ donation | everybody should be a donor unless they object | only people who agreed should be donors
surrogacy | paid surrogacy should be allowed | paid surrogacy should be banned
alcohol advertising | advertisements for alcohol should be banned | advertisements for alcohol should be allowed
supervised drug use | cities should open rooms for supervised drug use | cities should not open rooms for supervised drug use
private hospitals | hospitals should be run by the public | hospitals should be run by private companies
# environment
carbon tax | emissions of carbon should be taxed | emissions of carbon should not be taxed
nuclear power | nuclear power stations should be closed | nuclear power stations should be built
meat | people should be encouraged to eat less meat | what people eat should be left to them
combustion engines | sales of new petrol cars should end | sales of new petrol cars should continue
wind farms | wind farms should be built near villages if needed | wind farms should be kept away from villages
flying | short flights should be banned where trains exist | short flights should remain available to all
plastic bags | plastic bags in shops should be banned | plastic bags in shops should be allowed
fracking | drilling for shale gas should be banned | drilling for shale gas should be permitted
wolves | wolves should be protected everywhere | wolves should be hunted where there is livestock
pesticides | the use of pesticides should be cut by half | the use of pesticides should be left to farmers
climate payments | rich countries should pay for climate damage elsewhere | each country should pay for its own climate damage
gas heating | new gas boilers should be banned | people should be free to install gas boilers
rewilding | farmland should be turned into nature reserves | farmland should be kept for growing food
# migration
number of immigrants | more immigrants should be admitted | fewer immigrants should be admitted
asylum abroad | asylum claims should be decided in the country of arrival | asylum claims should be decided outside the country
path to citizenship | people without papers should get a way to citizenship | people without papers should return first
language tests | citizenship should not depend on a language test | citizenship should depend on a language test
benefits for newcomers | newcomers should get social benefits at once | newcomers should get social benefits after some years
family reunion | refugees should be able to bring close family | refugees should wait before they bring family
border walls | borders should have no walls | borders should be secured with walls
dual citizenship | people should be able to hold two citizenships | people should hold one citizenship
work permits for asylum seekers | asylum seekers should be allowed to work | asylum seekers should wait for a decision before they work
local voting rights | foreign residents should vote in local elections | only citizens should vote in local elections
skilled migration | skilled workers should get visas easily | companies should train workers at home first
deportation | families with children should not be deported | deportation rules should apply to all alike
integration courses | integration courses should be voluntary | integration courses should be required
# education
school uniforms | pupils should wear what they like | pupils should wear a uniform
homework | primary schools should give no homework | primary schools should give homework
private schools | private schools should lose their tax benefits | private schools should keep their tax benefits
school choice | pupils should go to the school of their district | parents should be free to choose a school with public money
tuition fees | university should be free for students | students should pay part of the cost of university
grades | schools should teach without grades in the first years | schools should give grades from the first year
phones at school | phones should be allowed at school | phones should be banned at school
religious education | schools should teach about religions only neutrally | schools should be able to teach one faith
sex education | sex education should start early | sex education should be left to parents at first
mixed-ability classes | pupils of all abilities should learn together | pupils should be grouped by ability
admissions | universities should consider the background of applicants | universities should consider test results alone
standardised tests | schools should test less often | schools should test every year
teaching history | history lessons should give more room to injustices | history lessons should give more room to achievements
# law and order
death penalty | the death penalty should be abolished | the death penalty should be kept
prison | prisons should aim at rehabilitation first | prisons should aim at punishment first
gun ownership | owning a gun should need a strict licence | owning a gun should be a right of adults
police budgets | part of the police budget should go to social services | the police budget should grow
bail | people should not be held because they cannot pay bail | people accused of crimes should pay bail
juvenile crime | young offenders should be kept out of prison | young offenders should face adult sentences for grave crimes
video surveillance | cameras in public places should be limited | cameras in public places should be increased
jury trials | courts should rely on professional judges | courts should rely on juries
drug possession | possession of small amounts of drugs should not be a crime | possession of any drugs should be a crime
minimum sentences | judges should be free to decide each sentence | the law should set minimum sentences
sex work | buying sex should be legal | buying sex should be a crime
knife bans | carrying knives in public should be banned | carrying small knives should be allowed
protest rules | protests should need no permission | protests should need permission in advance
# technology
ai regulation | artificial intelligence needs strict laws now | artificial intelligence should develop with few laws
social media age | children under 16 should be kept off social media | parents should decide about social media
facial recognition | police should not use facial recognition | police should use facial recognition
encryption | messages should be encrypted without exceptions | police should be able to read messages with a warrant
platform liability | platforms should be liable for what users post | only users should be liable for what they post
net neutrality | providers should treat all traffic alike | providers should be free to sell faster lanes
breaking up big companies | large technology companies should be broken up | large technology companies should stay whole
cash | shops should be free to refuse cash | shops should have to accept cash
remote work | employees should have a right to work from home | employers should decide where people work
self-driving cars | self-driving cars should wait for more tests | self-driving cars should be allowed on roads now
copyright and ai | training on texts should need their authors' consent | training on public texts should be free
digital identity | everyone should get a digital identity card | identity should not depend on a digital card
robot tax | companies that replace workers with machines should pay a tax | machines should not be taxed
# democracy
voting age | the voting age should be lowered to 16 | the voting age should remain 18
compulsory voting | voting should be a duty | voting should be a free choice
voter identification | voting should be possible without a photo card | voting should require a photo card
proportional representation | parliament should be elected by proportion | parliament should be elected by districts
referendums | citizens should decide more by referendum | elected members should decide for citizens
term limits | members of parliament should have term limits | voters should be able to re-elect members without limit
public broadcasting | public broadcasters should be paid by everybody | public broadcasters should be paid by their viewers
campaign money | donations to campaigns should be capped | donations to campaigns should be free speech
monarchy | the monarchy should be replaced by a republic | the monarchy should be kept
upper house | the upper house should be elected or abolished | the upper house should stay as it is
hate speech | hate speech should be punished by law | speech should be free unless it calls for violence
gender quotas in politics | lists of candidates should have gender quotas | lists of candidates should have no quotas
federalism | the central government should have more powers | regions should have more powers
# society
same-sex marriage | marriage should be open to all couples | marriage should be between a man and a woman
gender recognition | people should change their legal gender by declaration | changing legal gender should need a medical opinion
trans athletes | trans women should compete in women's sport | women's sport should be limited to those born female
quotas on boards | company boards should have quotas for women | company boards should have no quotas
parental leave | leave should be shared equally between parents | parents should share leave as they wish
religious symbols | teachers should not wear religious symbols | teachers should be free to wear religious symbols
national service | a year of service should be voluntary | a year of service should be a duty
reparations | descendants of enslaved people should receive reparations | the state should treat all citizens alike without reparations
statues | statues of colonial leaders should be removed | statues of colonial leaders should stay
gendered language | official texts should use gender-neutral language | official texts should use traditional language
adoption | same-sex couples should be able to adopt | children should be placed with a mother and a father
day care | small children do well in day care | small children do well at home with a parent
animal testing | tests on animals should be banned | tests on animals should be allowed for medicine
# housing and transport
rent control | rents should be limited by law | rents should be set by the market
cars in cities | city centres should be closed to cars | city centres should be open to cars
speed limits | motorways should have a low speed limit | motorways should have no general speed limit
public transport fares | buses and trains should be free | passengers should pay for buses and trains
cycle lanes | road space should go to cycle lanes | road space should be kept for cars
building height | cities should allow taller buildings | cities should limit the height of buildings
short-term rentals | holiday rentals should be limited in cities | owners should be free to rent to tourists
social housing | the state should build homes to rent | the state should help people to buy homes
congestion charge | drivers should pay to enter the centre | entering the centre should cost nothing
green belt | land around cities should be opened for homes | land around cities should be kept free
rail ownership | railways should be owned by the state | railways should be run by private companies
empty homes | empty homes should be taxed heavily | owners should decide what to do with empty homes
parking | new buildings need no parking spaces | new buildings should have parking spaces
# world
foreign aid | rich countries should give more foreign aid | rich countries should spend the money at home
defence spending | less should be spent on defence | more should be spent on defence
military service | armies should be made of volunteers | armies should call up citizens
nuclear weapons | nuclear weapons should be given up | nuclear weapons should be kept as a deterrent
sanctions | sanctions do more harm than good | sanctions are a good way to press governments
arms exports | arms should not be sold to countries at war | arms should be sold to allies at war
european union | the European Union should have more powers | member states should have more powers
united nations | the United Nations should be able to overrule states | states should not be overruled by the United Nations
drones | armed drones should be banned | armed drones should be allowed
space travel | public money should go to needs on Earth | public money should go to space travel
trade with autocracies | trade with autocracies should be cut back | trade with autocracies should go on
intervention | states should never intervene abroad by force | states should intervene abroad to stop atrocities
colonial art | museums should return objects from colonies | museums should keep objects that they care for
# culture and daily life
museum prices | museums should be free | visitors should pay for museums
arts funding | the state should pay for the arts | the arts should earn their own money
zoos | zoos should be closed | zoos should be kept open
bullfighting | bullfights should be banned | bullfights should be allowed as a tradition
fireworks | private fireworks should be banned | private fireworks should be allowed
boxing | boxing should be banned for minors | boxing should be open to minors
gambling | online gambling should be banned | online gambling should be legal for adults
daylight saving | the clock should not be changed twice a year | the clock should be changed twice a year
school start | the school day should start later | the school day should start early
tipping | tips should be replaced by higher wages | tips should reward good service
pets in flats | tenants should have a right to keep pets | landlords should decide about pets
loud streets | bars should close early in residential streets | bars should set their own hours
video games | games with violence should be sold only to adults | parents should decide about games with violence
`
