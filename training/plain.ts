import type { Row } from './corpora.ts'
import { mulberry32 } from './metrics.ts'

// Plain sentences of our own, from patterns: kitchens, workshops, timetables, notices, letters. The corpora are news and
// Wikipedia; without these the model has never seen ordinary words doing ordinary work. Their expected share is that of
// clearly neutral sentences. Nothing here comes from the check sets.

const PATTERNS = `
{cook} the {food} in a {pan} over {heat} heat for {n} minutes.
{cook} the {food} until soft, then add the {food2} and a pinch of {spice}.
Mix the {food} with {n} grams of {food2} and leave it to rest for {n2} minutes.
Wash, peel and chop the {food}, and set the {pan} on {heat} heat.
Add {n} millilitres of water, cover the {pan} and let it {simmer}.
Put the {food} on a {pan} and set the oven to {n} degrees.
Season with {spice} and {spice2} and serve hot with {food}.
Beat two eggs, knead them into the dough and roll it out thinly.
This recipe makes {n} portions and keeps for {n2} days in the fridge.
Press the {button} button for {n} seconds until the {colour} light comes on.
Turn off the {device} and unplug it before you clean the {part}.
Loosen the {n} screws, remove the {part} and replace it with a new one.
Insert the {part} into the slot until it clicks.
Do not use the {device} near water or in damp rooms.
If the {device} does not start, check the {part} and the power cable.
The {device} weighs {n} kilograms and comes with a cable, a {part} and a manual.
Charge the {device} fully before you use it for the first time.
The case of the {device} consists of {material} and fits into a drawer.
Keep the {device} away from heat and out of the reach of children.
Open the settings, choose {menu} and enter your new password twice.
Click on {menu} to save the file, then close the window.
The command prints the version number and exits.
The function returns an empty list when no rows match.
The {train} to {town} leaves at {n} from platform {n2}.
The {train} runs every {n} minutes on weekdays and every {n2} minutes on {day}.
The {place} is open from {n} to {n2} and closed on {day}.
The meeting starts at {n} on {day} in room {n2}.
The {place} will be closed on {day} for cleaning.
Tickets cost {n} euros for adults and {n2} for children.
Rain is expected in the {region} on {day}, with a high of {n} degrees.
It will be mostly cloudy with light winds from the {region}.
Temperatures fall to {n} degrees at night, with fog in the valleys.
Snow falls above {n} metres, and roads may be slippery.
Dear {person}, thank you for your letter of {day}.
Hi {person}, the files you asked for are attached.
Could you please send me the {doc} by {day}?
Please let me know whether {day} at {n} suits you.
Hello {person}, I will be out of the office until {day} and will answer after that.
I have booked a table for {n} people on {day} evening.
Your {doc} will be sent within {n} working days.
Please sign the {doc} and return one copy to the office.
The {doc} must be paid by {day}, and a receipt will follow by post.
You can cancel the contract in writing with a notice of {n} days.
The tenant pays the rent on the first working day of each month.
The parties may change this agreement only in writing.
The court heard the case on {day} and adjourned it until {day2}.
{team} beat {team2} by {n} to {n2} on {day}.
The {team} scored in minute {n} and again shortly before the break.
She finished third in {n} minutes and {n2} seconds.
The company sold {n} per cent more {goods} than in the year before.
Revenue rose to {n} million euros in the {quarter} quarter.
The bank lowered its rate by {n} basis points.
The index closed {n} points lower on {day}.
The council approved {n} new homes by {n2} votes.
The ministry published the figures on {day}.
Parliament votes on the {doc} on {day}.
The mayor opened the new {place} in {town} on {day}.
Police closed the road near {town} for {n} hours after a lorry overturned.
The {animal} lives in forests and feeds on seeds and insects.
The {animal} grows to a length of {n} centimetres and lays {n2} eggs.
Lead melts at {n} degrees and tin at {n2}.
The planet takes {n} days to travel once around its star.
The sample was heated to {n} degrees and weighed every {n2} hours.
The {part} converts electricity into heat.
The {place} was built in {n} and has {n2} rooms.
The river is {n} kilometres long and flows into the sea near {town}.
The book has {n} pages and was first printed in {n2}.
The plant needs half a litre of water a week and likes shade.
Cut the cloth along the line and sew the edges together.
Sand the wood, wipe off the dust and paint it with a thin brush.
Take one tablet with a glass of water after meals, {n} times a day.
Fold the paper in half, cut a corner and open it again.
Lift the {part}, pull out the filter and rinse it under cold water.
The {pet} is lying on the {seat} next to the window.
My {pet} eats twice a day and sleeps on the {seat}.
Our {relation} is coming to visit on {day} and will stay for {n} nights.
We had {food} for dinner and went for a walk afterwards.
I usually get up at {n} and take the {train} to work.
She is {n} years old and goes to school in {town}.
They moved to {town} with two children and a {pet} last spring.
We celebrated my birthday at home with cake and tea.
He closed the door, put the keys on the table and sat down.
Please take the rubbish out and bring the bins back in on {day}.
The children are playing in the garden with the {pet}.
I left my bag on the {train}; it is black and holds a {doc}.
Thank you very much for your help with the {doc}.
Many thanks for your reply; I will write again on {day}.
Thanks for calling; we will get back to you by {day}.
I am sorry that I missed your call on {day}.
We are sorry, but the {goods} you ordered are out of stock until {day}.
Sorry for the late answer, I was away until {day}.
Unfortunately the {train} is {n} minutes late today.
Unfortunately we cannot offer you an appointment before {day}.
Sadly, we have to cancel the {event} on {day} because of rain.
Luckily there were still seats left on the {train}.
I am glad that the {goods} arrived in time.
I hope you are well and that {day} still suits you.
We look forward to seeing you at the {event} on {day}.
Happy New Year to you and your family!
Wishing you a nice weekend and a good trip to {town}.
Kind regards, {person}
Congratulations on your new job in {town}, {person}!
Would you like tea or coffee with your cake?
Can I bring anything to the {event} on {day}?
Let me know if you have any questions about the {doc}.
Nobody was hurt when a {pet} ran across the road near {town}.
The {event} was cancelled because the speaker was ill.
Everyone in the class brought a book and read a page aloud.
The baby slept for {n} hours and woke up at {n2}.
My phone battery is always empty by the evening.
The lift is out of order; please use the stairs.
Our team meets every {day} to plan the week.
I forgot my password and asked the help desk for a new one.
The doctor told him to rest for {n} days and to drink enough water.
You can never enter the lab without gloves and glasses.
All visitors must sign the list at the desk.
The best time to plant {goods2} is early spring.
This is the largest of the {n} lakes in the {region}.
The worst of the storm passed at {n}, and the roads are open again.
`

const FILLERS: Readonly<Record<string, string>> = {
  cook: 'Boil|Fry|Roast|Steam|Simmer|Grill|Heat|Cook|Toast|Warm',
  simmer: 'simmer|boil|thicken|cool|rest',
  food: 'potatoes|onions|carrots|rice|beans|noodles|mushrooms|tomatoes|apples|fish|chicken|cabbage|pumpkin|barley|peas|spinach|beef|oats|cheese|dough',
  food2:
    'butter|cream|flour|sugar|garlic|celery|lemon juice|stock|yoghurt|walnuts|honey|parsley|milk|olive oil|vinegar',
  spice: 'salt|pepper|cumin|nutmeg|paprika|thyme',
  spice2: 'ginger|cinnamon|mint|chilli|basil',
  pan: 'pan|pot|bowl|oven dish|saucepan|tin|tray',
  heat: 'low|medium|high',
  button: 'power|start|reset|red|upper|side',
  colour: 'green|red|white|blue',
  device:
    'kettle|drill|printer|washing machine|lamp|radio|vacuum cleaner|camera|heater|mixer|bicycle|toaster|fan|boiler',
  part: 'battery|filter|cover|lid|hose|blade|bulb|belt|handle|cartridge|valve|pump|fuse',
  material: 'ash wood|steel|cotton|glass|plastic|leather|wool|brass',
  menu: 'Network|Account|Print|Display|Save as|Privacy',
  train: 'train|bus|ferry|tram|night train|coach',
  town: 'Leeds|Ghent|Porto|Turku|Graz|Dover|Brno|Lyon',
  day: 'Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday',
  day2: 'Monday|Tuesday|Wednesday|Thursday|Friday',
  place: 'library|pool|museum|office|bakery|station|school|clinic|market hall|archive|bridge',
  region: 'north|south|west|east|hills|far north',
  person: 'Anna|Mr Novak|Lena|Dr Ito|Sam|Mrs Diallo',
  doc: 'invoice|form|contract|draft|report|receipt|budget|application',
  team: 'Harriers|the home side|the visitors|Falcons',
  team2: 'Ravens|the guests|Mariners',
  goods: 'bicycles|shoes|lamps|books|tyres|windows',
  quarter: 'first|second|third|fourth',
  pet: 'cat|dog|rabbit|kitten|puppy|hamster|parrot',
  seat: 'sofa|chair|rug|bed|bench|carpet',
  relation: 'aunt|friend|neighbour|cousin|grandfather|colleague',
  event: 'concert|picnic|meeting|course|party|lecture|market|dinner',
  goods2: 'roses|tomatoes|peas|tulips|apple trees|onions',
  animal: 'finch|beetle|squirrel|newt|owl|trout|moth',
}

const COPIES = 8
export const PLAIN_TARGET = 0.08

export function plainRows(): Row[] {
  const random = mulberry32(77)
  const patterns = PATTERNS.trim().split('\n')
  return patterns.flatMap((pattern, at) =>
    Array.from({ length: COPIES }, (_, copy) => ({ id: `plain-${at}-${copy}`, text: fill(pattern, random), label: 0 })),
  )
}

// The patterns of one half train the parts, those of the other half the stacker.
export function isForParts(row: Row): boolean {
  return Number(row.id.split('-')[1]) % 2 === 0
}

function fill(pattern: string, random: () => number): string {
  return pattern.replace(/\{(\w+)\}/g, (_, slot: string) => {
    const choices = FILLERS[slot]?.split('|')
    if (!choices) return String(1 + Math.floor(random() * 95))
    return choices[Math.floor(random() * choices.length)] ?? ''
  })
}
