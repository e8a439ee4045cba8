// Words for people and groups, by class. A word is scored as the class it belongs to, so that swapping one member for
// another cannot move the score. Loaded words for groups (slurs, "leftist", "thug") are left out on purpose: they are
// wording, not naming.

export const groups: Readonly<Record<string, string>> = {
  // "a German" and "an Indian".
  '<a>': 'a an',
  // Countries that are also words; all other names are recognised by their capital.
  '<name>': 'turkey china jordan chad georgia guinea mali togo cuba oman niger wales ireland',
  '<he>': 'he she',
  '<him>': 'him his her hers',
  '<himself>': 'himself herself',
  '<man>': 'man woman boy girl lady gentleman male female',
  '<men>': 'men women boys girls ladies gentlemen males females',
  '<relative>':
    'mother father mom dad mum son daughter brother sister uncle aunt nephew niece grandfather grandmother grandson granddaughter grandma grandpa',
  '<relatives>':
    'mothers fathers moms dads mums sons daughters brothers sisters uncles aunts nephews nieces grandfathers grandmothers grandsons granddaughters',
  '<spouse>': 'husband wife boyfriend girlfriend widow widower',
  '<spouses>': 'husbands wives',
  '<title>': 'mr mrs ms miss sir madam',
  '<office>':
    'chairman chairwoman chairperson spokesman spokeswoman spokesperson congressman congresswoman councilman councilwoman businessman businesswoman policeman policewoman actor actress waiter waitress king queen prince princess salesman saleswoman',
  '<group>':
    'pro-life pro-choice anti-abortion abortion-rights teenager pensioner retiree youngster millennial boomer protester protestor demonstrator vegan vegetarian hunter muslim christian jewish hindu buddhist sikh catholic protestant atheist mormon evangelical orthodox sunni shia agnostic quaker lutheran methodist baptist anglican bahai jain pagan islamic judaic black white brown asian african european hispanic latino latina latinx arab indigenous aboriginal caucasian roma gay lesbian bisexual straight heterosexual homosexual transgender trans cisgender queer nonbinary non-binary lgbt lgbtq disabled deaf blind autistic able-bodied elderly young older younger teenage middle-aged immigrant migrant refugee republican democratic democrat liberal conservative progressive socialist communist libertarian labour tory green centrist left-wing right-wing left-leaning right-leaning leftwing rightwing american british english scottish welsh irish french german italian spanish portuguese dutch belgian swiss austrian polish czech slovak hungarian romanian bulgarian greek turkish russian ukrainian swedish norwegian danish finnish icelandic israeli palestinian iranian iraqi syrian saudi egyptian lebanese jordanian afghan pakistani indian bangladeshi chinese japanese korean taiwanese vietnamese thai filipino indonesian malaysian australian canadian mexican brazilian argentine argentinian chilean colombian peruvian venezuelan cuban haitian jamaican nigerian kenyan ethiopian somali sudanese ghanaian south-african moroccan algerian tunisian kurdish armenian georgian serbian croatian bosnian albanian amish basque catalan tibetan uyghur rohingya latvian lithuanian estonian belarusian kazakh uzbek mongolian nepali burmese cambodian laotian sri-lankan zimbabwean ugandan rwandan congolese senegalese malian angolan zambian tanzanian cameroonian ecuadorian bolivian paraguayan uruguayan guatemalan honduran salvadoran nicaraguan panamanian dominican puerto-rican maori samoan hawaiian yemeni libyan qatari kuwaiti emirati omani bahraini',
  '<groups>':
    'police pro-lifers teenagers teens pensioners retirees youngsters youths millennials boomers protesters protestors demonstrators vegans vegetarians hunters muslims christians jews hindus buddhists sikhs catholics protestants atheists mormons evangelicals sunnis shiites agnostics quakers lutherans methodists baptists anglicans pagans blacks whites asians africans europeans hispanics latinos latinas arabs caucasians gays lesbians bisexuals heterosexuals homosexuals immigrants migrants refugees republicans democrats liberals conservatives progressives socialists communists libertarians tories greens centrists americans britons brits scots frenchmen germans italians spaniards portuguese belgians austrians poles czechs slovaks hungarians romanians bulgarians greeks turks russians ukrainians swedes norwegians danes finns israelis palestinians iranians iraqis syrians saudis egyptians lebanese jordanians afghans pakistanis indians bangladeshis japanese koreans filipinos indonesians australians canadians mexicans brazilians argentines chileans colombians peruvians venezuelans cubans haitians jamaicans nigerians kenyans ethiopians somalis moroccans algerians tunisians kurds armenians georgians serbs croats bosnians albanians tibetans uyghurs teenagers pensioners millennials boomers',
  '<faith>':
    'islam christianity judaism hinduism buddhism sikhism catholicism protestantism atheism mormonism secularism',
  '<creed>': 'liberalism conservatism progressivism socialism communism libertarianism centrism capitalism',
  '<temple>': 'church mosque synagogue temple gurdwara chapel cathedral',
  '<temples>': 'churches mosques synagogues temples gurdwaras chapels cathedrals',
  '<cleric>': 'priest imam rabbi pastor monk nun bishop vicar cleric pope',
  '<clerics>': 'priests imams rabbis pastors monks nuns bishops vicars clerics',
  '<scripture>': 'bible quran koran torah gospel',
}
