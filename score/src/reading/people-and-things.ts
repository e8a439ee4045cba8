import { hashesOf } from './hashing.ts'

// Nouns that tell whether the word before them names people: "black voters" are people, a "black hole" and a "Norwegian rat" are not.

const PERSONS = `people person persons folk folks men man women woman child children kid kids baby babies boy boys
  girl girls adult adults teenager teenagers youth youths student students pupil pupils teacher teachers professor
  professors doctor doctors nurse nurses lawyer lawyers judge judges juror jurors worker workers employee employees
  employer employers boss manager managers owner owners farmer farmers driver drivers soldier soldiers veteran
  veterans officer officers politician politicians senator senators candidate candidates voter voters minister
  ministers leader leaders president mayor activist activists protester protesters resident residents citizen
  citizens neighbour neighbours neighbor neighbors tenant tenants family families household households parent parents
  mother mothers father fathers couple couples community communities population populations minority minorities
  majority majorities neighbourhood neighbourhoods neighborhood neighborhoods church churches congregation electorate
  supremacist supremacists supremacy nationalist nationalists nationalism privilege power lives life pride america
  americans britons actor actors actress singer singers musician musicians artist artists writer writers author
  authors poet poets journalist journalists reporter reporters scientist scientists engineer engineers athlete
  athletes player players customer customers client clients patient patients suspect suspects victim victims
  defendant defendants prisoner prisoners inmate inmates friend friends colleague colleagues applicant applicants
  tourist tourists visitor visitors speaker speakers member members guy guys believers believer jews christians
  muslims tribe tribes elder elders`
const THINGS = `space spaces spot spots hole holes box boxes board boards paper papers page pages list lists line
  lines light lights screen screens noise wine wines bread rice tea coffee cheese chocolate sugar pepper beans bean
  olive olives cabbage onion onions sauce sausage salad soup cake beer whisky whiskey vodka gin rat rats mouse mice
  dog dogs cat cats bear bears wolf wolves fox foxes lion lions tiger tigers leopard leopards elephant elephants
  rhino rhinos rhinoceros horse horses pony ponies cow cows cattle bull bulls sheep goat goats pig pigs boar boars
  deer moose elk bison buffalo antelope rabbit rabbits hare hares squirrel squirrels hedgehog badger otter otters
  seal seals whale whales dolphin dolphins shark sharks fish salmon trout cod herring tuna eel eels crab crabs
  lobster shrimp snail snails slug slugs worm worms frog frogs toad toads newt snake snakes lizard lizards turtle
  turtles tortoise crocodile crocodiles alligator bird birds eagle eagles hawk hawks owl owls crow crows raven ravens
  swan swans goose geese duck ducks hen hens stork storks heron pigeon pigeons dove doves robin sparrow sparrows
  cuckoo cuckoos penguin penguins woodpecker kite gull gulls bee bees wasp wasps hornet hornets ant ants termite
  termites fly flies moth moths butterfly butterflies beetle beetles cockroach cockroaches mosquito mosquitoes tick
  ticks mite mites spider spiders mantis larvae cub cubs calf calves chick chicks primate primates monkey monkeys ape
  apes chimpanzee chimpanzees gorilla gorillas baboon baboons spaniel terrier retriever mastiff poodle oak oaks pine
  pines spruce elm elms birch willow maple rose roses lily ivy grass weed weeds clover moss fern ferns mushroom
  mushrooms tree trees shrub plant plants flower flowers seed seeds leaf leaves wood metal gold marble ink paint
  colour color cloth silk leather shirt shirts dress dresses shoes coat coats hat hats belt belts car cars van bus
  buses bike bikes wall walls door doors window windows roof fence room rooms kitchen table tables chair desk ice
  snow sea coast sand soil clay chalk cliffs smoke cloud clouds sky pixel pixels background text letters letter font
  key keys button buttons icon tape label labels cable cables wire wires ball balls piece pieces square squares pawn
  rook pudding apples apple tomatoes tomato lentils peas taste copy alley date carbon hydrogen deal card arrow
  screwdriver connector plug socket thread channel grammar alphabet`

const persons = hashesOf(PERSONS)
const things = hashesOf(THINGS)

export function isPerson(hash: number): boolean {
  return persons.has(hash)
}

export function isThing(hash: number): boolean {
  return things.has(hash)
}
