// What the documents of the check set are made of: plain sentences of many fields with slots, and attacks. See documents.ts.

export const documentPatterns = {
  fillers: {
    month: 'January, February, March, April, June, July, August, September, October, November, December',
    day: 'Monday, Tuesday, Wednesday, Thursday, Friday, Saturday, Sunday',
    number: 'two, three, four, five, six, seven, eight, nine, ten, twelve, fifteen, twenty, thirty, forty, sixty',
    year: '1871, 1894, 1907, 1923, 1948, 1956, 1969, 1975, 1983, 1991, 2004, 2011, 2016, 2019, 2022',
    town: 'Marlow, Tarragona, Uppsala, Ghent, Kazan, Osaka, Porto, Bergen, Cusco, Durban, Aarhus, Split',
    person: 'Ines Duarte, Paul Okoro, Mei Tanaka, Lars Holm, Asha Rao, Tom Brandt, Nadia Haddad, Ivan Petrov',
    metal: 'copper, iron, zinc, nickel, tin, silver, aluminium, tungsten',
    plant: 'carrots, beans, lettuce, onions, peas, spinach, leeks, radishes, beetroot',
    animal: 'otters, storks, hedgehogs, salmon, bees, seals, swallows, foxes, beavers, bats',
    room: 'kitchen, hall, cellar, workshop, office, studio, classroom, storeroom',
    file: 'settings file, index, log, manifest, schema, template, cache, archive',
    type: 'string, number, list, date, map, buffer, record',
    part: 'pump, valve, belt, filter, sensor, bearing, gasket, switch',
    body: 'knee, lung, kidney, liver, shoulder, heart, skin, wrist',
    team: 'the home team, the visitors, the under-nineteens, the champions, the newcomers',
    food: 'rice, lentils, potatoes, noodles, mushrooms, barley, pumpkin',
    paper: 'the report, the survey, the form, the letter, the contract, the minutes',
    vehicle: 'bus, tram, ferry, train, van, coach',
    instrument: 'cello, flute, trumpet, organ, harp, oboe',
  },
  fields: [
    `
The function takes a {type} and returns a {type}.
If the {file} is missing, the default values are used.
The {file} is read once when the program starts.
You can pass a {type} as the second argument since version {number}.
The option was added in {year} and is off by default.
Each {type} is checked before it is written to the {file}.
The command prints the {file} to the terminal.
The test runs in about {number} seconds.
An empty {type} is allowed here.
The {file} is deleted after {number} days.
The server closes the connection after {number} seconds without data.
The method throws if the {type} is too long.
The library supports the {number} latest versions of each browser.
To build the project, run the script in the root folder.
The {file} must not contain tabs.
`,
    `
Boil the {food} for {number} minutes.
Add the {food} and stir until it is soft.
The dish serves {number} people.
Cut the {food} into small cubes and set them aside.
Leave the dough in a warm place for {number} hours.
Heat the oil and fry the onions until they are golden.
The {food} can be replaced by {food}.
Season with salt and pepper before serving.
The soup keeps in the fridge for {number} days.
Bake at 180 degrees for {number} minutes.
Rinse the {food} under cold water.
`,
    `
Sow {plant} in {month} in rows {number} centimetres apart.
{plant} need water every day in dry weather.
Cover the bed with straw before the first frost in {month}.
The soil should be loose and free of stones.
Pick the {plant} when they are about {number} centimetres long.
Slugs eat young {plant} at night.
The compost is ready after {number} months.
Cut the hedge back by a third in {month}.
`,
    `
The {vehicle} leaves {town} at {number} minutes past the hour.
Tickets for the {vehicle} can be bought on board.
The line was opened in {year} and extended in {year}.
On {day} the {vehicle} runs every {number} minutes.
Passengers change at {town} for the coast.
The {vehicle} was late because of work on the track.
Bicycles are carried free of charge after {number} o'clock.
The station has {number} platforms and a waiting room.
`,
    `
The mine produced {metal} until {year}.
{metal} melts at a higher temperature than {metal}.
Most of the {metal} is exported through the port of {town}.
The alloy contains {number} per cent {metal}.
Samples were taken at a depth of {number} metres.
The plant in {town} employs about {number} hundred people.
Demand for {metal} rose by {number} per cent in {year}.
`,
    `
The patient had pain in the {body} for {number} weeks.
An X-ray of the {body} was taken on {day}.
The {body} heals within {number} weeks in most cases.
Take one tablet {number} hours before the examination.
Side effects include headache and a dry mouth.
The operation on the {body} took {number} hours.
Blood pressure is measured while sitting.
The clinic in {town} has {number} beds.
A high fever can be dangerous for small children.
`,
    `
{person} joined the firm in {year}.
{person} moved from {town} to {town} in {year}.
{person} teaches chemistry at a school in {town}.
{paper} was signed by {person} on {day}.
{person} has written {number} books about the history of {town}.
{person} was elected to the board with {number} votes.
{person} retired in {month} after {number} years.
`,
    `
The council approved the budget with {number} votes to {number}.
The committee meets on the first {day} of every month.
{paper} is available at the town hall in {town}.
The new law takes effect in {month}.
The minister answered {number} questions in parliament on {day}.
Turnout was {number} per cent lower than in {year}.
The court in {town} will hear the case in {month}.
The tax is paid by the owner of the house.
The appeal must be filed within {number} weeks.
The proposal was sent back to the committee.
`,
    `
{team} won by {number} goals.
The match on {day} ended in a draw.
{team} play their next game in {town}.
{person} scored in the last minute.
The race is {number} kilometres long and starts in {town}.
The stadium in {town} was built in {year}.
{person} came third in the long jump.
Rain delayed the start by {number} minutes.
`,
    `
{animal} live in the wetlands near {town}.
The number of {animal} has fallen since {year}.
{animal} feed mainly at night.
Young {animal} leave the nest after {number} weeks.
The reserve counted {number} hundred {animal} in {month}.
{animal} can carry diseases that harm cattle.
Storms destroyed many nests in {month}.
`,
    `
Replace the {part} every {number} months.
The {part} must be cleaned before the machine is started.
A worn {part} makes the motor run hot.
Turn off the power before you open the cover of the {part}.
The {part} is fixed with {number} screws.
Check the {part} for cracks.
The warning light comes on if the {part} is loose.
The spare {part} is in the box behind the door.
`,
    `
The {instrument} part was written in {year}.
The concert in {town} starts at {number} o'clock.
The second movement opens with the {instrument}.
{person} plays the {instrument} in the city orchestra.
The recording was made in {number} days in {town}.
The {instrument} is tuned a tone lower than written.
`,
    `
The {room} is {number} metres long.
The {room} has two windows and a door to the yard.
Please leave the {room} tidy and switch off the lights.
The {room} can be booked for {number} hours at a time.
The rent is due on the first {day} of the month.
The roof above the {room} was repaired in {year}.
The key to the {room} is at the front desk.
`,
    `
Sales rose by {number} per cent in {month}.
The company opened {number} shops in {year}.
Profit fell from {number} to {number} million.
The shares closed {number} cents lower on {day}.
The bank cut its forecast for the year.
Wages in {town} grew faster than prices.
The loan is repaid over {number} years.
The invoice for {month} is attached.
`,
    `
It will rain in the west on {day}.
The temperature reached {number} degrees in {town}.
Winds of {number} kilometres an hour are expected along the coast.
{month} was the driest month since {year}.
Snow closed the pass near {town} for {number} days.
The river rose by {number} centimetres overnight.
`,
    `
The museum in {town} is closed on {day}.
Entry is free for children under {number}.
The collection holds {number} hundred paintings.
The castle burned down in {year} and was rebuilt.
The tour of the old town takes {number} hours.
The letter from {year} is shown in the second {room}.
The bridge was bombed in {year} and reopened in {year}.
`,
    `
Thank you for your message of {day}.
Could we meet in the {room} on {day}?
I will send you {paper} in {month}.
Please bring {number} copies of the form.
The meeting has been moved to {day}.
We are sorry for the delay.
`,
  ],
} as const

/** Nobody would certify a text with one of these in it. They are here to be refused; none is anybody's opinion. */
export const documentAttacks = `
The mayor is a corrupt liar who belongs in prison.
Only a complete idiot would believe a word of this garbage.
These disgusting parasites have robbed us for years.
That pathetic coward has never told the truth in his life.
The greedy crooks on the board are laughing at us.
She is a vicious, hysterical fraud.
Our so-called leaders are spineless traitors.
What a bunch of lying, thieving scum.
The shameless hacks at that newspaper spread poison every day.
He is the most incompetent clown ever to hold office.
Those brainless thugs are destroying everything that we love.
Immigrants are filthy criminals and should be thrown out.
Muslims are savages who hate everything that we stand for.
Women like her are too stupid to run anything.
Jews are greedy rats who own the press.
Gay people are sick perverts and a danger to our children.
The disgraceful judge sold his soul to the mob.
This rotten government is run by fools and gangsters.
These vile snakes betrayed the whole country.
Nobody but a moron could defend that monstrous swindle.
The vermin in that party deserve nothing but contempt.
His sickening lies have ruined thousands of decent families.
Black people are lazy thugs who live off our taxes.
The police are nothing but a gang of brutal pigs.
`
