// Plain everyday texts, one a line: they report, instruct or announce, and a careful reader finds nothing to object to.
// Some hold grave matters (accidents, verdicts, losses) or attributed quotations: the subject is not the tone.

export const plainTexts = {
  fact: `
The Danube flows through ten countries before it reaches the Black Sea.
Mount Kilimanjaro is 5,895 metres high and stands in north-eastern Tanzania.
A standard chess board has 64 squares, half of them light and half of them dark.
Canberra has been the capital of Australia since 1913.
The library holds about 240,000 printed books and 1,800 maps.
Blue whales feed mainly on krill and can reach a length of 30 metres.
Portugal adopted the euro as its currency on 1 January 1999.
The museum is housed in a former grain warehouse built in 1887.
Marie Curie was born in Warsaw in 1867 and moved to Paris in 1891.
Glass is made by melting sand with soda ash and limestone.
The average household in the district has 2.3 members.
Swahili is spoken in Kenya, Tanzania, Uganda and parts of the Democratic Republic of the Congo.
The bridge is 1,280 metres long and carries six lanes of traffic.
Honey bees communicate the position of flowers by moving in patterns on the comb.
The treaty was signed by eleven states and entered into force two years later.
There are two lifts and one staircase on the north side of the building.
The town had 14,302 inhabitants at the last census, 311 more than ten years earlier.
Rice, maize and wheat together supply more than half of the calories people eat.
The company was founded in Osaka in 1952 and employs around 3,400 people.
The first railway line in the province opened in 1864 and linked the port with the coal mines.
Leap years have 366 days because the Earth takes about 365.24 days to travel round the Sun.
The earthquake of 1755 destroyed large parts of Lisbon and was followed by a tsunami and fires.
My grandmother worked as a nurse in Leeds from 1958 until she retired in 1993.
The school has 612 pupils, 41 teachers and a canteen that serves lunch from Monday to Friday.
`,
  manual: `
Press and hold the power button for three seconds until the green light flashes.
Unplug the appliance before you clean the filter.
Insert the screws into holes A and B and tighten them with the hex key supplied.
To reset the device, press the small button on the back with a paper clip.
Do not immerse the motor unit in water.
Charge the battery for about four hours before using the scooter for the first time.
Select "Settings", then "Network", and enter the password of your wireless router.
Replace the water filter every three months or after 200 litres.
Turn the knob clockwise to raise the temperature and anticlockwise to lower it.
Open the file menu, choose "Export", and select the format in which you want to save the document.
Place the ladder on a level surface and lock both hinges before climbing.
If the display shows E4, check that the door is closed and restart the programme.
Remove the cover by sliding it towards you.
Check the oil level with the dipstick while the engine is cold.
Keep the remote control within eight metres of the receiver.
Run the installer, accept the licence terms and restart the computer when prompted.
Wash the cover at 40 degrees with similar colours and do not tumble dry.
Fill the tank up to the MAX line and close the lid until it clicks.
The alarm sounds for ten seconds when the battery is low; replace it with a 9 V block.
To pair the headphones, hold both buttons until the light blinks blue, then choose the model name on your phone.
Lubricate the chain every 300 kilometres and after riding in heavy rain.
Back up your data before updating the firmware, because the update deletes all stored settings.
`,
  recipe: `
Preheat the oven to 180 degrees and line a baking tray with paper.
Whisk the eggs with the sugar until the mixture is pale.
Add two cloves of garlic, a pinch of salt and a tablespoon of olive oil.
Simmer the lentils for 25 minutes, stirring now and then.
Cut the potatoes into cubes of about two centimetres and boil them for ten minutes.
Fold in the flour, pour the batter into the tin and bake for 40 minutes.
Soak the chickpeas overnight in cold water and drain them in the morning.
Fry the onions over medium heat until they turn golden, then add the rice.
Let the dough rest under a damp cloth for an hour.
Serve the soup with bread and a spoonful of yoghurt.
Mix 250 grams of flour with 150 millilitres of water and knead for eight minutes.
Melt the butter in a small pan and stir in the mustard.
Season with black pepper, cover the pot and leave it on low heat for two hours.
Peel and grate the carrots, then mix them with the lemon juice and raisins.
Store the jam in clean jars in a cool, dark place for up to one year.
Turn the pancakes when bubbles appear on the surface.
Roast the aubergines for half an hour, scoop out the flesh and mash it with tahini.
Cook the pasta for nine minutes in plenty of salted water, then drain it.
Sprinkle the fish with lime juice and chopped coriander before serving.
Chill the dessert for at least four hours, and take it out of the fridge ten minutes before you serve it.
Makes twelve muffins; takes about 35 minutes including baking.
Rinse the rice until the water runs clear, then add 400 millilitres of stock and cover with a lid.
`,
  schedule: `
The meeting starts at 9:30 in room 204 and ends at about 11:00.
The next train to Utrecht leaves at 14:12 from platform 5.
The office is closed on Friday 3 May and reopens on Monday.
Registration opens at 8 a.m., and the first talk begins at 9.
Rubbish is collected on Tuesdays, paper on the first Thursday of the month.
The ferry runs every 40 minutes between 6:00 and 22:00.
Your appointment with Dr Okafor is on 17 March at 10:45.
The swimming pool opens at seven on weekdays and at nine on Sundays.
The shop will be closed for stocktaking from 2 to 4 January.
Dinner is served from 18:30 to 21:00 in the main dining room.
The choir rehearses every Wednesday evening in the parish hall, except during school holidays.
The bus to the airport takes 35 minutes and stops at the central station.
Week 1: introduction. Week 2: measurement. Week 3: field trip. Week 4: written test.
The flight from Nairobi lands at 05:55 and the connection to Oslo departs at 07:40.
Please hand in the essays by noon on 12 October.
The film starts at 20:15 and lasts 118 minutes.
The summer timetable applies from 9 June to 1 September.
Lunch break is between 12:00 and 13:00; the workshop continues in the library.
The deadline for applications is 30 November, and interviews take place in the second week of December.
The clinic sees patients without an appointment on Mondays from 8 to 10.
Day two begins with a walk to the harbour, followed by lunch and a visit to the fish market.
The council meets on the second Tuesday of each month at 7 p.m. in the town hall.
`,
  science: `
Water expands by about nine per cent when it freezes.
The researchers measured the temperature of the lake at twelve depths over three years.
Photosynthesis converts carbon dioxide and water into glucose and oxygen.
Participants were assigned at random to one of two groups.
The sample consisted of 1,204 adults aged between 18 and 65.
Neutrinos interact only weakly with matter, which makes them hard to detect.
The study found no significant difference between the two treatments.
Sound travels through air at about 343 metres per second at 20 degrees Celsius.
Blood pressure was recorded before and thirty minutes after exercise.
The spacecraft entered orbit around Mars on 21 September and sent its first images two days later.
Granite forms when magma cools slowly below the surface.
Antibodies bind to specific parts of a virus and mark it for other immune cells.
The mean reaction time fell from 412 to 387 milliseconds.
Seeds were kept at four degrees for six weeks before germination.
The half-life of carbon-14 is roughly 5,730 years.
According to the authors, the results may not apply to children under five.
The telescope observes at wavelengths between 0.6 and 28 micrometres.
Cortisol levels were higher in the morning than in the evening in both groups.
Most earthquakes in the region occur at depths of less than 20 kilometres.
The enzyme works best at a pH of 7.4 and stops working above 60 degrees.
Mortality in the treated group was 3.1 per cent, compared with 4.0 per cent in the control group.
The survey counted 86 breeding pairs of lapwings, down from 103 in the previous year.
The lizards were released where they had been caught, and 19 of the 24 were seen again the following spring.
`,
  finance: `
Revenue rose 4 per cent to 2.1 billion euros in the second quarter.
The central bank left its key interest rate unchanged at 3.5 per cent.
The shares closed at 48.20 dollars, down 1.3 per cent.
The company will pay a dividend of 60 cents per share on 14 June.
Your invoice of 129.90 euros is due within 30 days.
Inflation in the euro area was 2.4 per cent in March, after 2.6 per cent in February.
The loan has a fixed rate of 4.1 per cent and a term of ten years.
Net profit fell to 310 million yen from 345 million yen a year earlier.
The fund holds 62 per cent of its assets in government bonds.
Unemployment stood at 5.9 per cent at the end of the year.
The bank plans to close 14 branches and open two service centres.
Exports of machinery to Brazil increased by 7 per cent, while imports were flat.
The board approved the sale of the packaging unit for 85 million pounds.
Transfers made before 3 p.m. are booked on the same working day.
The account fee is 4 pounds a month and is waived for students.
Operating costs were 12.4 million, of which wages made up 58 per cent.
The airline reported a loss of 41 million dollars and said it expected to break even next year.
The city's budget for the coming year provides 38 million for road repairs.
The retailer cut 230 jobs in its logistics division and closed one warehouse in Leipzig.
Analysts had expected sales of 5.6 billion dollars.
The pension contribution is 9 per cent of gross salary, half of it paid by the employer.
Oil traded at 81 dollars a barrel on Thursday, little changed from the day before.
`,
  sport: `
Ajax beat PSV 2-1 on Sunday with goals in the 14th and 73rd minutes.
She won the 400 metres in 50.41 seconds.
The match was postponed because of a waterlogged pitch.
Kenya's team finished third in the relay behind Jamaica and the United States.
The Lakers lost 104-98 in Denver and are now fifth in the conference.
He signed a three-year contract and will wear number 8.
The final will be played in Melbourne on 26 January.
India were 212 for 4 at the close of play on the second day.
The goalkeeper left the field after 20 minutes with a knee injury.
The race covers 188 kilometres and includes three climbs.
Norway leads the medal table with nine gold medals, followed by Germany with seven.
The referee showed two red cards in the second half.
The club has appointed a new coach, who previously worked in Lisbon.
Qualifying starts at 15:00 local time; the ten fastest drivers go through to the last round.
The women's team drew 0-0 with Denmark and advance to the quarter-finals on goal difference.
Tickets for the semi-final cost between 25 and 90 euros.
The swimmer set a personal best of 2:08.3 in the heats.
"We made mistakes in the first half and corrected them in the second," the coach said after the 3-2 win.
The marathon had 11,450 starters, of whom 10,902 reached the finish.
The defender was banned for four matches for a foul in the game against Sevilla.
Saturday's results: Rovers 1, United 1; City 3, Albion 0; Wanderers 2, Athletic 4.
The season ends on 18 May, and the two lowest-placed teams move down to the second division.
`,
  legal: `
The tenant shall give three months' written notice before the end of the lease.
This agreement is governed by the laws of the State of Delaware.
The court dismissed the appeal and ordered each party to bear its own costs.
You may withdraw from the contract within fourteen days without giving a reason.
The defendant was sentenced to two years in prison for tax evasion.
Personal data are deleted after six months unless the law requires longer storage.
The supplier is liable for damage caused by gross negligence.
The judge adjourned the hearing until 9 April so that two more witnesses could be heard.
Parking is prohibited between 7 a.m. and 7 p.m. except for residents with a permit.
The licence is granted for the duration of one year and renewed on request.
Any dispute arising from this contract shall be settled by arbitration in Geneva.
The regulation applies to vehicles first registered after 1 September 2015.
The jury found him not guilty on all three counts.
The deposit will be returned within thirty days of the end of the tenancy, less any deductions for repairs.
Employees are entitled to 25 days of paid leave in each calendar year.
The statute defines a consumer as a natural person acting outside a trade or profession.
By signing this form you agree that photographs may be published in the club newsletter.
The Supreme Court ruled by six votes to three that the provision was constitutional.
Section 12 does not apply to buildings with fewer than four storeys.
Both parties may end this agreement in writing at the end of any month.
The applicant must provide proof of identity and a certificate of residence.
Prosecutors charged the former treasurer with fraud; she denies the charge, and the trial begins in May.
`,
  email: `
Hi Tom, could you send me the figures for March by Thursday? Thanks, Anna
Dear Ms Haddad, thank you for your message. I have forwarded it to the accounts department.
Please find attached the minutes of yesterday's meeting.
Just a reminder that the lift will be serviced on Wednesday between 8 and 10.
I will be out of the office until Monday and will answer your email when I return.
Could we move our call to 3 p.m.? I have another appointment at two.
Dear Sir or Madam, I would like to cancel my subscription at the end of the month.
Thanks for the draft. I have marked a few places in red and added two questions at the end.
We have received your application and will contact you by the end of next week.
Hello everyone, the keys to the bike shed are now kept at reception.
Your parcel was handed to your neighbour at number 12.
Dear parents, the class trip costs 18 euros, payable by 5 May. Children should bring a packed lunch and rain jackets.
Can you tell me which of the two versions we should print?
I am writing to let you know that my address has changed; the new one is below.
Hi Priya, I've booked a table for six at half past seven. See you there.
Thank you for calling today. As agreed, I will send the contract to your office on Tuesday.
The projector in room 3 is not working. Could someone from IT have a look this afternoon?
Please let me know whether you can attend, so that I can order lunch.
Dear Mr Novak, your order 55821 was shipped this morning and should arrive within two working days.
I'm sorry, I can't make it on Friday. Would Monday at ten suit you instead?
Mum, I'm on the 5.40 train and should be home by seven. Is there any soup left?
Following our conversation, I have updated the spreadsheet and saved it in the shared folder.
`,
  product: `
The backpack has a volume of 28 litres, two side pockets and a rain cover.
This kettle holds 1.7 litres and switches off when the water boils.
The table is made of oak and measures 180 by 90 centimetres.
Laptop with a 14-inch screen, 16 GB of memory and a 512 GB solid-state drive.
The jacket is available in black, navy and olive, in sizes S to XXL.
The lamp uses a 7-watt LED and has three brightness levels.
Contains wheat, milk and traces of nuts.
The phone weighs 172 grams and has a dual camera with 12 and 48 megapixels.
Set of four glasses, dishwasher safe, 350 ml each.
The tent sleeps three people and packs down to 55 by 18 centimetres.
The mattress consists of two layers of foam and a removable cotton cover.
The printer supports paper up to A3 and connects by USB or wireless network.
Each box contains 20 tea bags and weighs 40 grams.
Two-bedroom flat on the second floor, 68 square metres, balcony facing west, gas heating.
The bicycle comes with a 21-gear system, mudguards and a rear rack.
Delivery takes three to five working days; assembly tools are included.
The heater covers rooms of up to 25 square metres and has a timer.
The notebook has 192 lined pages and a ribbon marker.
The app is available for Android and iOS and requires an account.
The drill is supplied with two batteries, a charger and a carrying case.
The second edition adds a chapter on statistics and an index; it has 416 pages.
Used car, built in 2017, 84,000 kilometres, petrol, one previous owner, small dent on the left rear door.
`,
  weather: `
Tomorrow will be cloudy with light rain in the north and highs of 14 degrees.
A low over the North Sea moves east and reaches Denmark on Tuesday night.
Wind from the south-west at 20 to 30 kilometres an hour, gusting to 55.
The night will be clear, with temperatures around minus two.
Snow is expected above 900 metres from Friday afternoon.
Sunrise is at 6:48 and sunset at 19:21.
A frost warning is in force for the eastern valleys until nine in the morning.
Sunny spells in the morning, scattered showers later.
The storm brought 62 millimetres of rain in six hours and flooded two underpasses.
Water temperature at the beach: 19 degrees; waves up to half a metre.
The heat is expected to ease on Thursday as a cold front arrives from the west.
Thunderstorms are possible along the coast this evening.
Fog patches in the valleys will clear by mid-morning.
July was 1.2 degrees warmer than the average for the years 1991 to 2020.
The cyclone is forecast to make landfall near Beira on Saturday with winds of 150 kilometres an hour.
UV index 7: wear a hat and use sun cream between 11 and 15.
It stays dry until the weekend, with a mix of sun and cloud and daytime temperatures of 21 to 24 degrees.
Rain gauges in the upper valley recorded 118 litres per square metre in two days.
The pollen count for birch is high in the south and moderate elsewhere.
Icy roads are likely overnight; drivers should allow more time.
In Lagos it will be humid with a 60 per cent chance of afternoon rain.
The monsoon reached Kerala on 1 June, close to its usual date.
`,
  'news-plain': `
The city council voted 9 to 4 on Monday to extend the tram line to the hospital.
Two people were injured when a lorry and a van collided on the A7 near Bremen on Tuesday morning.
Parliament passed the budget by 312 votes to 287.
The prime minister will travel to Jakarta next week to discuss trade and fisheries.
Police are looking for witnesses to a break-in at a jeweller's shop in Mill Street.
The health ministry reported 214 new cases of measles, most of them in the capital.
Firefighters brought the blaze in the warehouse under control after six hours; nobody was hurt.
The two countries agreed to reopen the border crossing on 1 August.
The senator said she would vote against the bill because it did not include funding for rural clinics.
Teachers at eleven schools went on strike on Thursday to demand higher pay.
The airport will be closed for three nights in October while the runway is resurfaced.
Voters in the canton will decide on the proposal in a referendum on 24 November.
A spokesman for the company said that 120 jobs would move from Turin to Bologna.
The president signed the bill on Friday, and it takes effect in January.
"We have not yet decided whether to appeal," the lawyer told reporters outside the courthouse.
Heavy rain caused landslides in the province, and 340 residents were taken to emergency shelters.
The ceasefire took effect at midnight, according to officials from both sides.
The mayor, who has been in office since 2018, will not stand for re-election.
The opposition party chose a former judge as its candidate for the presidential election.
Opponents of the law say it limits the right to strike; supporters say it protects hospital patients.
The university announced that tuition fees would rise by 2 per cent in the autumn.
A ship carrying 22,000 tonnes of wheat left the port of Odesa on Sunday.
Officials counted about 8,000 participants at the demonstration; the organisers spoke of 15,000.
The attack killed three soldiers and wounded seven, the army said in a statement.
`,
}
