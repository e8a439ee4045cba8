// Sentences of our own that nobody should call hostile or loaded: facts about groups, hostility denied or condemned, instructions,
// documentation, and short everyday sentences. See own-texts.ts.

export const calmTexts = {
  aboutGroupsToo: `
Immigrants send part of their wages home to their relatives.
Many migrants work on farms during the harvest.
Refugees from the flooded region were housed in the sports hall.
Muslim pupils can eat halal food in the canteen.
Several Jewish families opened shops in this street in the 1950s.
The rabbi and the imam speak at the school every spring.
Most Catholics in the parish attend the early service.
Hindus and Sikhs celebrate the festival in the same week.
Black voters turned out in larger numbers than four years ago.
White residents make up about half of the district.
Asian restaurants are common near the station.
Women hold six of the fourteen seats on the council.
Men were more likely than women to answer the survey by phone.
Girls scored slightly higher than boys in reading.
Lesbian couples can adopt under the same rules as others.
Gay men were asked to take part in the study.
Trans patients are treated at two clinics in the city.
Disabled passengers can book help one day in advance.
Deaf visitors can borrow a tablet with sign language.
Blind students use a screen reader in the exam.
Autistic children often prefer a quiet room.
Elderly residents are visited by a nurse twice a week.
Teenagers spend about three hours a day on their phones.
Pensioners travel at half price after nine o'clock.
Young people moved to the city to find work.
Homeless people can sleep in the shelter from November to March.
The unemployed receive a letter with the date of their appointment.
Poor families can apply for a grant for school books.
Rich households spend a smaller share of their income on food.
The wealthy paid two fifths of all income tax that year.
Undocumented workers are counted in a separate survey.
Illegal immigrants were not included in the figures.
Republicans gained three seats and Democrats lost two.
Conservatives and liberals read different newspapers.
Socialists won the local election with a narrow majority.
Police closed the bridge for two hours.
Protesters left the square before midnight.
Demonstrators and police agreed on the route of the march.
Vegans do not eat eggs or honey.
Hunters need a licence and an annual permit.
Farmers asked for more time to change their machines.
Pro-life and pro-choice groups both sent speakers to the debate.
Chinese and Indian engineers founded the company together.
Turkish is taught as a foreign language in four schools.
Polish workers rented the house next to the church.
Mexicans make up a tenth of the city's population.
Nigerian students won the first and the third prize.
Somali women run the bakery on the corner.
Syrians were the largest group of applicants last year.
Ukrainians have been allowed to work since the first month.
Russian visitors need a visa for a stay of more than thirty days.
Israeli and Palestinian doctors work in the same hospital.
Arab and Berber traders crossed the desert with salt.
Indigenous people own about a fifth of the land in the province.
Roma children attend the school by the river.
Buddhist monks live in the monastery all year round.
Atheists and believers took part in the same discussion.
Christians in the village meet in a private house.
Mormons do not drink coffee.
Amish farmers sell vegetables at the market on Saturdays.
Immigrants pay taxes and use public services like everybody else.
Refugee children learn the language in separate classes for one year.
My colleague is a Muslim and does not drink alcohol.
Her parents are Jewish and came here from Hungary.
The club has more women than men among its members.
African languages are spoken by several hundred million people.
Europeans brought the potato back from South America.
Americans drive more miles a year than people in most other countries.
Many Germans rent their homes.
The French eat dinner later than the Norwegians.
`,
  counter: `
It is wrong to say that women cannot lead.
Nobody should be insulted because of the colour of their skin.
The claim that immigrants do not want to work is false.
Muslims are not terrorists.
I do not hate immigrants.
Gay people are not sick, and nobody should tell them that they are.
Nobody deserves to be called an animal.
He was fined for shouting that Jews should leave the country.
Calling refugees vermin is hateful, and we reject it.
The teacher explained why the word is an insult.
Disabled people are not a burden.
Women are no less able to do the job than men.
The study found no evidence that migrants commit more crimes.
It is not true that the poor are lazy.
Nobody here thinks that foreigners are criminals.
We condemn the attack on the synagogue.
She was told to go back to where she came from, although she was born here.
The comments called black players monkeys, and the club banned their authors.
To hate somebody for their faith is wrong.
There is no proof that Roma families were involved in the theft.
They were called parasites, which is an old insult.
You cannot blame all Muslims for what one man did.
The paper apologised for its headline about trans people.
People who say that women belong in the kitchen live in the past.
I would never say that old people are useless.
Not all men are violent, and nobody claimed that they are.
Racist jokes are not welcome in our club.
The court ruled that the slogan against foreigners was an incitement to hatred.
My neighbours are not thieves because they come from another country.
Saying that all politicians are corrupt is unfair to most of them.
The myth that Jews run the banks is more than a century old.
Asian students are often told that they are good at maths, and many dislike it.
Teenagers are not as careless as the report suggests.
The word is a slur for gay men and should not be printed.
Why do some people believe that immigrants take their jobs?
It hurts to hear that people like me should be deported.
No one should have to hide their religion at work.
The charity helps women who were threatened by their husbands.
They never said that Muslims should be banned.
We do not want to get rid of anybody.
`,
  instructions: `
Children below the age of one should not be given honey.
Helmets must be worn on the building site.
You should back up your files before you update.
The filter must be cleaned once a month.
Passengers should arrive two hours before departure.
Eggs should be kept in the fridge.
The form must be signed by both parents.
You must not use the lift if there is a fire.
Patients should take the tablets with food.
The password must have at least twelve characters.
Windows should be closed when the heating is on.
Dogs must be kept on a lead.
Applicants should send a copy of their certificate.
Meat should rest for ten minutes before it is cut.
The valve must be closed before the pump is started.
Visitors must sign in at the front desk.
You should drink two litres of water a day.
Seeds should be sown two centimetres deep.
Employees must report an accident on the same day.
The cable should not be bent or pulled.
Contact lenses should be taken out at night.
Cyclists must stop at the red light.
The dose should be halved for children under twelve.
Invoices must be paid within thirty days.
You need to restart the computer after the installation.
All guests have to leave the room by eleven.
Do not leave the candle unattended.
Never pour water on burning oil.
Always turn off the power before you change the bulb.
Pregnant women should not eat raw fish.
The oven must be hot before the bread goes in.
Every request must include the header.
The return value should be checked for null.
The test should fail if the file is missing.
Functions must not change their arguments.
The lid should fit tightly.
Students must hand in the essay by Friday.
The brake fluid should be replaced every two years.
Babies should sleep on their backs.
A smoke detector should be fitted in every bedroom.
`,
  technical: `
The function returns true if the list is empty.
This option is only used when the cache is enabled.
We only call the handler once the socket is closed.
Set the flag to false to disable the check.
The value is passed to the callback as its first argument.
If the file isn't found, the default settings are used.
Note that the order of the keys is not guaranteed.
You can just run the command again; it is safe to repeat.
The parser ignores comments and blank lines.
This package has no dependencies.
Run the tests with the command below.
The first argument is the path of the file.
Errors are thrown as instances of the class described below.
Older browsers need a polyfill for this feature.
The method is deprecated and will be removed in version 5.
By default, the server listens on port 8080.
The plugin supports both modules and scripts.
Pull requests are welcome, but please open an issue first.
The maximum number of retries is three.
It works in Node and in all modern browsers.
The output is written to the standard stream.
We use semantic versioning.
The table lists all options and their types.
Install the package with your package manager.
The stream emits an error if the connection is lost.
An empty string is treated as missing.
See the section on configuration for details.
The build fails if a type is wrong.
The worker exits when the queue is empty.
This is the same as calling the function twice.
Only the first match is replaced.
The loop runs until the condition is false.
All times are in milliseconds.
The promise is rejected with the reason given.
Keys are compared by value, not by reference.
The example below shows how to read a file line by line.
Even if the request fails, the counter is increased.
Changes take effect after a restart.
The license file is included in the package.
There is no need to free the memory yourself.
The regular expression matches one or more digits.
If you find a bug, please report it with a short example.
The hook is called before each test.
Tokens expire after one hour.
The first reason is that the index is small.
Dead letters are kept for seven days and then dropped.
The attacker model assumes that the network is hostile.
A fatal error stops the process; a warning does not.
The parent kills its child process when it exits.
Bad input is rejected with a message that names the field.
`,
  shortPlain: `
The door is open.
She lives in Leeds.
He works at night.
They arrived late.
My bus is late.
We need more chairs.
We need more time.
There is no milk left.
The lamp is broken.
He has two sisters.
Lunch is at noon.
The road is wet.
I like tea.
The tap drips.
She paid in cash.
The film starts at eight.
Both trains were full.
His phone is off.
The key is under the mat.
It costs nine euros.
Please wait here.
Turn left at the bank.
The report is ready.
Nobody was hurt.
The lift is out of order.
The dog bit the postman
The water is cold
Our office moves in May
The game ended in a draw
We need a new printer
The garden needs water
You can pay by card
`,
} as const
