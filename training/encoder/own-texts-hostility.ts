// Hostility said of people, the same words denied, condemned or reported, and the same words said of things and animals: from patterns,
// so that a model learns what is said of whom and not the word. See own-texts.ts; none of it is anybody's opinion.

const WHO = lines(`
Muslims
Immigrants
Black people
They
These people
Those people
You people
Women
Our neighbours
Bankers
Refugees
All of them
The people next door
White people
Gay people
Teachers
Conservatives
Liberals
Journalists
Foreigners
`)

const WHAT = lines(`
are vermin and nothing else
are nothing but vermin
are animals
are animals, not people
are no human beings
are less than human
are rats
are cockroaches
are parasites
are parasites that live off us
are leeches
are scum
are the scum of the earth
are filth
are trash
are worthless
are pests
are lice
are pigs
are dogs
are snakes
are beasts
are monsters
are a cancer
are a disease
are a virus
are a curse on this country
are evil
are inferior
are stupid
are common thieves
are criminals
are born liars
are cowards
are degenerate
are disgusting
are repulsive
are the enemy
are traitors
are the worst
are mentally ill
are a disgrace
are too stupid to learn anything
are to blame for everything
bring nothing but trouble
bring nothing but crime and dirt
cause nothing but problems
ruin everything they touch
contaminate our country
destroy our culture
do not deserve to live
do not deserve any rights
do not belong here
have no place among us
should be locked up
should be deported
should be shot
should be exterminated
should be beaten
should be kept in cages
should never have been born
should go back where they came from
must be stopped before they destroy us
must disappear
smell
disgust me
make this place unbearable
cannot be trusted
will always cheat you
only understand force
want to destroy us
`)

const DONE_TO = lines(`
I hate WHOM.
I really hate WHOM.
We all hate WHOM.
I can't stand WHOM.
I detest WHOM.
I have nothing but contempt for WHOM.
Get rid of WHOM.
We have to get rid of WHOM.
Kick WHOM out.
Throw WHOM into the sea.
Kill WHOM.
Kill all of WHOM.
Exterminate WHOM.
Deport WHOM, all of them.
Lock WHOM up.
To hell with WHOM.
Death to WHOM.
Nobody needs WHOM.
I want WHOM gone.
The world would be better off without WHOM.
There is nothing worse than WHOM.
WHOM make me want to throw up.
Never hire WHOM.
Keep WHOM away from our children.
`)
const WHOM = lines(`
Muslims
the Jews
immigrants
these people
gay people
women
foreigners
those refugees
black people
our neighbours
the rich
politicians
you people
`)

const DENIED = lines(`
WHO are not vermin.
WHO are not animals.
WHO are human beings like everybody else.
WHO are not parasites.
WHO are not scum, and nobody should say so.
WHO are not to blame.
WHO are not criminals.
WHO do not bring crime.
WHO should not be deported.
WHO should never be treated like animals.
It is wrong to call WHOM vermin.
It is wrong to hate WHOM.
Calling WHOM rats is hateful.
Nobody should say that WHOM are animals.
Nobody should hate WHOM.
I don't hate WHOM.
I do not hate WHOM, and I never did.
We do not want to get rid of WHOM.
He was fined because he had called WHOM parasites.
She was banned from the forum for insulting WHOM.
The leaflet described WHOM as lice, which the court called incitement.
Who says that WHOM are a disease insults all of us.
Why would anyone hate WHOM?
The claim that WHOM are stupid has been refuted.
Stop saying that WHOM are criminals.
Hatred of WHOM has no place in our club.
The speaker condemned those who hate WHOM.
In those years WHOM were called rats in the newspapers.
`)

const KIND = lines(`
I love WHOM.
I like WHOM.
We welcome WHOM.
WHO are welcome here.
WHO are good neighbours.
WHO make our town a better place.
WHO deserve respect.
WHO have the same rights as everybody else.
I have worked with WHOM for years and learned a lot.
Thank you to all WHOM who helped us.
My best friends are among WHOM.
WHO need our help.
`)

export const hostilityTexts = {
  hateful: unique([...crossed(WHAT, WHO, 6).map(([what, who]) => `${who} ${what}.`), ...filled(DONE_TO, 6)]),
  denied: unique(filled(DENIED, 5)),
  kind: unique(filled(KIND, 4)),
  // The words of hostility where they are nobody's insult.
  literal: `
Rats and mice are vermin.
Vermin got into the grain store during the winter.
The farmer called a firm that removes vermin.
Vermin control is the duty of the landlord.
Foxes were treated as vermin until 1976.
Fleas and ticks are parasites.
A parasite weakens its host but rarely kills it.
Leeches live in ponds and slow rivers.
Leeches were used in medicine for centuries.
Cockroaches are active at night.
Cockroaches hide behind warm pipes.
Head lice are common among young children.
Lice do not jump or fly.
Pigs are clever animals.
Pigs need shade in summer.
Dogs should be kept on a lead in the park.
Snakes shed their skin several times a year.
Wolves are animals that live in packs.
Whales are animals, not fish.
Humans are animals, biologists say.
Bats are animals that hang upside down.
The animals are fed twice a day.
They are animals that live in the forest.
They are insects with six legs.
They are rodents and eat seeds.
They are pests of the apple tree.
They are dogs of a large breed.
These beetles are pests in pine forests.
Pests such as aphids suck the sap of leaves.
The pests were removed with soap and water.
Those are wild boars, not pigs.
Monsters play a role in many fairy tales.
The monsters in the game become faster at level nine.
The beasts of burden rested in the shade.
The beast weighed six hundred kilograms.
Cancer is a disease in which cells divide without control.
The virus spreads through drops in the air.
The disease is carried by ticks.
The trash is collected on Tuesdays.
Put the trash in the blue container.
The filth was washed off with hot water.
The scum on the soup is removed with a spoon.
Skim off the scum that rises to the surface.
The dirt comes off with warm water.
The worthless shares were written off.
The coin is worthless to collectors.
The evil queen gives the girl an apple.
The traitors in the play are found out in the last act.
The game is about thieves who rob a museum.
The thieves left through the back door.
I hate rain.
I hate cold coffee.
I hate early mornings.
I hate waiting in line.
I hate ironing shirts.
I hate the taste of liquorice.
She hates flying.
We hate losing at cards.
I can't stand loud music.
I can't stand the smell of paint.
I detest wet socks.
Get rid of the old sofa.
We have to get rid of the mould.
We got rid of the mice with a trap.
How do I get rid of this stain?
How do I get rid of a warning in the log?
Get rid of unused imports.
Kick the ball out of the box.
Throw the dice and move your piece.
Throw the line into the sea.
Kill the process and start it again.
Kill all background tasks before the update.
Kill the weeds before they flower.
Frost kills the larvae.
Exterminate wasps only with the help of an expert.
Lock the door and the windows.
Lock the bikes up at night.
Keep matches away from children.
Keep the medicine away from heat.
The heat makes the office unbearable.
Shoot the photo against the light.
The scene was shot in one day.
The stray dogs were taken to a shelter.
The caged birds sing at dawn.
The hens should be kept in larger cages.
The plants should be cut back in spring.
The wood smells of resin.
Old milk smells sour.
The moth larvae ruin woollen clothes.
Salt ruins the soil.
Water destroys the glue.
The fire destroyed the records.
The inferior valve closes first.
The inferior goods were sold at half price.
Stupid mistakes happen when we are tired.
The trouble started with a loose cable.
The new version brings nothing but small fixes.
The update causes problems on older phones.
The rule does not belong in this file.
The value does not belong in the list.
`,
} as const

/** Each of the first with some of the second, the choice turning from one to the next. */
function crossed(first: readonly string[], second: readonly string[], each: number): [string, string][] {
  const step = Math.floor(second.length / each)
  return first.flatMap((one, at) =>
    Array.from({ length: each }, (_, i): [string, string] => [one, second[(at + i * step) % second.length] ?? '']),
  )
}

function filled(patterns: readonly string[], each: number): string[] {
  return patterns.flatMap((pattern, at) => {
    const names = pattern.includes('WHOM') ? WHOM : WHO
    return crossed([pattern], [...names.slice(at % names.length), ...names.slice(0, at % names.length)], each).map(
      ([text, name]) => text.replace(/WHOM?/, pattern.startsWith('WHOM') ? capital(name) : name),
    )
  })
}

function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** One text a line, as the other kinds are. */
function unique(texts: readonly string[]): string {
  return [...new Set(texts)].join('\n')
}

function lines(texts: string): string[] {
  return texts.trim().split('\n')
}
