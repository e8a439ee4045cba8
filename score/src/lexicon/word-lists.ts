import { advertising } from './advertising.ts'

// Hand-made lists of loaded words: what kind of word, which way it leans.
// Words are split on white space; `_` stands for the space inside a phrase. Each word stands in its best one list.
// No name of a group, faith, nation or party belongs here.
export const wordLists: Record<Category, Partial<Record<Polarity, string>>> = {
  intensifier: {
    neutral: `
      absolutely acutely amazingly astonishingly awfully bloody colossally completely considerably crazily damn damned
      dearly decidedly deeply dramatically drastically eminently endlessly enormously especially ever-so exceedingly
      exceptionally excessively exponentially extraordinarily extremely fantastically flat-out freaking frightfully
      fully fundamentally genuinely greatly grossly heavily highly hugely immeasurably immensely incredibly
      indescribably infinitely inherently insanely intensely intensively jolly keenly literally madly majorly
      massively mightily mind-bogglingly monumentally mortally outright overwhelmingly particularly perilously
      perpetually positively powerfully profoundly purely quite radically really remarkably resoundingly ridiculously
      severely sharply sheer sheerly simply so so_very spectacularly staggeringly starkly steeply strikingly strongly
      stunningly such super superbly supremely surprisingly terribly thoroughly total totally tremendously truly ultra
      unbelievably uncommonly unusually utter utterly vastly vehemently very vigorously violently vividly way_too
      wholeheartedly wholly wildly downright far_too by_far through_and_through to_the_core beyond_belief
      beyond_measure nothing_short_of nothing_but as_never_before like_never_before full-blown full-on full-scale
      all-out all-time sky-high bone-deep deadly dead_wrong point-blank stone-cold out-and-out much-needed
      long-overdue
    `,
  },
  absolutist: {
    neutral: `
      all_over always anybody anyone anything anywhere at_all_costs at_every_turn beyond_question bar_none certain
      certainly consistently constant constantly continual continually definite definitively each_and_every entire
      entirely eternal eternally every every_last every_single everybody everyone everything everywhere exclusively
      forever forevermore guaranteed hundred_percent impossible inevitable inevitably infallible invariably
      irrefutable irreversible never never_before never_ever no_doubt no_matter_what no-one nobody none nonstop
      nothing nowhere one_and_only perfect_storm permanent permanently total_control round_the_clock solely
      surefire time_and_again time_and_time_again unanimous unanimously unconditional unconditionally undeniable
      undoubted undying unequivocal unequivocally unfailing unfailingly uniformly universal universally unquestionable
      unquestioned unreservedly unstoppable wall-to-wall whatsoever whole without_exception without_fail
      without_question zero zero_tolerance not_a_single not_one once_and_for_all on_earth under_any_circumstances
      in_history of_all_time for_ever at_all across_the_board
    `,
  },
  label: {
    negative: `
      accomplice accomplices agitator agitators alarmist alarmists apologist apologists autocrat autocrats bandit
      bandits bigot bigots bootlicker bootlickers bureaucrat bureaucrats cabal cabals cartel cartels charlatan
      charlatans cheerleader cheerleaders clique cliques collaborator collaborators conspiracy conspiracies
      conspiracy_theorist conspiracy_theorists crackpot crackpots cronies crony cronyism cult cults culture_war
      cover-up cover-ups deep_state demagogue demagoguery demagogues denier deniers despot despots dictator dictators
      dictatorship dogma do-gooder do-gooders elitism elitist elitists enabler enablers extremism extremist extremists
      fanatic fanatical fanaticism fanatics fascist fascists fearmonger fearmongers firebrand firebrands flip-flopper
      flunkey flunkeys freeloader freeloaders gang gangs ghoul ghouls gravy_train gulag hack hacks hardliner
      hardliners henchman henchmen hoax hoaxes hordes horde hypocrite hypocrites hypocrisy ideologue ideologues
      illegals indoctrination infiltrator infiltrators insurrectionist insurrectionists invader invaders invasion
      ivory_tower junta kingpin kleptocracy kleptocrat kleptocrats lackey lackeys leftie lefties lefty loony_left
      lunatic_fringe lynch_mob mafia mainstream_media marionette media_elite militant militants minion minions mob
      mobs mobster mobsters mouthpiece mouthpieces narrative nanny_state nepotism oligarch oligarchs oligarchy
      partisan_hack plotter plotters police_state political_elite populist populists profiteer profiteers propaganda
      propagandist propagandists provocateur provocateurs puppet puppet_master puppet_masters puppets purge purges
      quisling rabble rabble-rouser rabble-rousers racket racketeer racketeers radical radicals radicalism reactionary
      reactionaries red_tape regime regimes revisionist revisionists right-winger right-wingers rightist rightists
      leftist leftists ringleader ringleaders sellout sellouts sham shill shills slacker slackers snowflake snowflakes
      social_engineering special_interests spin_doctor spin_doctors stooge stooges strongman strongmen supremacist
      supremacists swindler swindlers sycophant sycophants taskmaster terrorist terrorists thought_police thug thugs
      thuggery traitor traitors turncoat turncoats tyrannical tyranny tyrant tyrants usurper usurpers vandal vandals
      victim_card vigilante vigilantes virtue_signalling virtue_signaling vulture vultures warlord warlords warmonger
      warmongers welfare_queen welfare_state witch-hunt witch-hunts witch_hunt woke wokeness yes-man yes-men zealot
      zealotry zealots far-left far-right hard-left hard-right ultra-left ultra-right radical_left radical_right
      agenda hidden_agenda brainwashing fake_news post-truth old_guard party_line rubber_stamp smear smears
      smear_campaign slush_fund
    `,
    positive: `
      champion champions crusader crusaders defender defenders dissident dissidents everyman freedom_fighter
      freedom_fighters grassroots guardian guardians hard-working_families job_creator job_creators law-abiding
      liberator liberators maverick mavericks ordinary_people patriot patriots patriotic peacemaker peacemakers
      protector protectors real_people reformer reformers silent_majority statesman statesmanlike stateswoman
      torchbearer torchbearers truth-teller truth-tellers underdog underdogs whistle-blower whistleblower
      whistleblowers working_families common_sense family_values homeland motherland fatherland freedom-loving
      god-fearing
    `,
  },
  doubt: {
    negative: `
      alleged allegedly apparently arguable arguably as_it_were baseless bogus contrived concocted debunked
      discredited doubtful doubtfully dubious dubiously ersatz fabricated fake faux far-fetched fishy flimsy
      groundless half-baked hollow implausible implausibly in_name_only inexplicable inexplicably invented ironic
      ironically laughable laughably make-believe mock mythical nominal nominally notional notionally ostensible
      ostensibly outlandish phony phoney pretend pretended professed professedly pseudo pseudo-science pseudoscience
      purported purportedly questionable questionably quote-unquote rigged rumored rumoured self-appointed
      self-described self-proclaimed self-professed self-styled shady shaky so-called so_called specious spurious
      supposed supposedly suspicious suspiciously tenuous thinly_veiled trumped-up unconvincing unconvincingly
      unfounded unproven unsubstantiated unsupported unverified untrue would-be wannabe
    `,
  },
  editorial: {
    neutral: `
      admittedly after_all as_everyone_knows as_we_all_know bizarrely by_definition clearly coincidentally
      conveniently curiously doubtless doubtlessly essentially evidently face_it for_all_to_see frankly funnily_enough
      honestly imagine in_fact in_truth incidentally indeed indisputably indubitably interestingly intriguingly
      it_goes_without_saying let's_be_honest let's_face_it make_no_mistake manifestly mark_my_words mysteriously
      naturally needless_to_say no_wonder notably obvious obviously oddly of_course offensively paradoxically
      plain_and_simple plainly predictably presumably puzzlingly rest_assured rightly rightfully seriously
      significantly simply_put strangely suddenly sure_enough surely surprisingly_enough tellingly the_fact_is
      the_fact_that the_truth_is to_be_fair to_be_honest transparently truthfully undeniably undoubtedly
      understandably unmistakably unquestionably unsurprisingly wake_up weirdly what's_more without_a_doubt
      without_doubt worth_noting wryly you_see even merely mere just finally
    `,
    negative: `
      absurdly alarmingly annoyingly appallingly cynically depressingly disappointingly disconcertingly disgracefully
      disturbingly embarrassingly frustratingly hypocritically infuriatingly inexcusably lamentably ludicrously
      maddeningly misguidedly outrageously painfully pathetically perversely regrettably regretfully sadly
      scandalously senselessly shamefully shamelessly shockingly sickeningly tragically troublingly unacceptably
      unfairly unforgivably unfortunately unhappily unjustifiably unjustly unreasonably upsettingly woefully
      worryingly wrongfully wrongly
    `,
    positive: `
      admirably commendably encouragingly fittingly fortunately gladly graciously happily hopefully impressively
      justifiably laudably luckily mercifully miraculously pleasingly thankfully wisely wonderfully
    `,
  },
  peacock: {
    positive: `${advertising}
      acclaimed accomplished admired award-winning beloved best-loved best-in-class big-name black-tie breathtaking
      breathtakingly bustling celebrated chart-topping classy coveted crowning cutting-edge cult_classic dazzling
      decorated distinguished dreamy effortless effortlessly electrifying elite eminent enchanting enduring epic
      esteemed eye-catching exclusive exquisite exquisitely extraordinaire fabled fabulous famed famous first-class
      first-rate five-star game-changer game-changing glamorous glittering gold_standard golden_age groundbreaking
      ground-breaking hallowed hidden_gem high-profile highly_acclaimed highly_regarded highly_respected
      household_name icon iconic icons idyllic illustrious impeccable impeccably impressive indelible influential
      innovative innovator inspirational inspiring jewel landmark larger-than-life leading leading-edge legend
      legendary legends living_legend long-awaited luminary luminaries luxurious luxury majestic majestically
      masterful masterfully masterpiece masterpieces mecca memorable mesmerising mesmerizing meteoric mind-blowing
      momentous monumental much-loved must-have must-see never-to-be-forgotten nestled next-generation notable 
      opulent palatial paradise peerless phenomenal phenomenon picturesque pioneer pioneering pioneers pivotal
      pre-eminent premier premium prestige prestigious prodigious prodigy prominent quintessential record-breaking
      red-carpet refined regal renowned respected revered revolutionary rich_heritage seminal show-stopping
      showstopper signature sought-after spectacular splendid splendour splendor star-studded state-of-the-art stellar
      storied stunning sublime sumptuous superstar superstars talented time-honoured time-honored timeless top-notch
      top-tier tour_de_force towering trailblazer trailblazers trailblazing transformative treasured unbeatable
      unequalled unforgettable unique uniquely unmatched unparalleled unrivalled unrivaled unsurpassed venerable
      veritable vibrant virtuoso virtuosic visionary visionaries well-respected widely_acclaimed
      widely_regarded wonderland world-beating world-class world-famous world-leading world-renowned second_to_none
      stuff_of_legend took_the_world_by_storm a_household_name rising_star powerhouse
    `,
  },
  report: {
    negative: `
      accuse accused accuses accusing admit admits admitted admitting allege alleges alleging bragged brag brags
      bragging boast boasted boasting boasts claim claimed claiming claims concede conceded concedes conceding confess
      confessed confesses confessing contended contend contends contending decried decry decries decrying denied
      denies deny denying denounce denounced denounces denouncing deplored deplores disclosed divulged divulges expose
      exposed exposes exposing fume fumed fumes fuming gloated gloats gloating grumble grumbled grumbles harangued
      howled howls insinuate insinuated insinuates insinuating insisted insist insists insisting lament lamented
      laments lamenting leaked leaks let_slip lie lied lies lying moaned moans mocked mocks mocking mumbled muttered
      mutters parroted parrots pontificate pontificated pontificates preached purport purports railed rails railing
      ranted rant rants ranting retorted retorts scoffed scoff scoffs scoffing sneered sneer sneers sneering sniffed
      snarled snapped spew spewed spewing spewed_out spouted spouts spouting swore thundered trumpeted trumpets
      trumpeting uncover uncovered uncovers unmasked vented vents whined whines whining whinged yelled yells
    `,
    neutral: `
      argue argued argues arguing assert asserted asserting assertion asserts conclude concluded contention declare
      declared declares declaring discovered emphasise emphasised emphasize emphasized exclaimed hint hinted hints
      maintain maintained maintains opined opines plead pleaded pleads point_out pointed_out points_out proclaim
      proclaimed proclaims proclaiming profess professes prove proved proven proves proving realise realised realize
      realized reaffirm reaffirmed reiterate reiterated reiterates remind reminded reveal revealed revealing reveals
      speculate speculated speculates stress stressed stresses suggest suggested suggests underline underlined urge
      urged urges urging vow vowed vows vowing warn warned warns warning
    `,
    positive: `
      acclaim applaud applauded applauding applauds commend commended commends extol extolled extols gush gushed
      gushes gushing hail hailed hailing hails laud lauded lauding lauds marvel marvelled praise praised praises
      praising rave raved raves salute saluted salutes touted tout touts touting
    `,
  },
  loaded_verb: {
    negative: `
      abandon abandoned abandoning abuse abused abusing annihilate annihilated annihilating assail assailed
      assassinate assault assaulted axe axed axing backfired backpedal backpedalled badger badgered bamboozle
      bamboozled bash bashed bashes bashing batter battered batters belittle belittled berate berated berates berating
      betray betrayed betraying betrays bewitch blackmail blackmailed blast blasted blasting blasts bleed_dry bludgeon
      bludgeoned blunder blundered botch botched brainwash brainwashed brutalise brutalised brutalize brutalized bully
      bullied bullies bullying bungle bungled bungling butcher butchered castigate castigated cave_in caved caved_in
      caving cheat cheated cheating choke choked clobber clobbered coerce coerced collude colluded colluding conned
      concoct cower cowered cripple crippled cripples crippling crucify crucified crush crushed crushes crushing
      decimate decimated decimates defame defamed deface defile defiled degrade degraded demean demeaned demolish
      demolished demonise demonised demonize demonized desecrate destroy destroyed destroying destroys devastate
      devastated devour discredit disgrace dismantle dismantled dismantling ditch ditched dodge dodged dodging doom
      drag_down dumped dupe duped embezzle embezzled enslave enslaved erode eroded eviscerate eviscerated exploit
      exploited exploiting exploits explode exploded extort extorted fleece fleeced fleecing flip-flop flip-flopped
      flounder floundered flout flouted foist foisted fritter gag gagged gouge gouged grab grabbed grill grilled
      grovel grovelled gut gutted gutting hammered hammering harass harassed haul_over_the_coals hijack hijacked
      hijacking hoodwink hoodwinked hound hounded humiliate humiliated hype hyped impose imposed incite incited
      inciting indoctrinate indoctrinated infest infested inflame inflamed inflict inflicted intimidate intimidated
      invade invaded jeopardise jeopardised jeopardize jeopardized kowtow lambast lambaste lambasted lambastes
      lambasting lash lash_out lashed lashed_out lashing line_their_pockets loot looted looting lurk lurking lynch
      lynched maim maligned malign mangle mangled manipulate manipulated manipulates manipulating mar marred maul
      mauled meddle meddled meddling mislead misled muzzle muzzled obliterate obliterated obstruct obstructed oppress
      oppressed oppressing oust ousted overrun pander pandered pandering panders peddle peddled peddles peddling
      perpetrate perpetrated persecute persecuted pester pillage pillaged pillory pilloried plague plagued plummet
      plummeted plunder plundered plundering plunge plunged poison poisoned pounce pounced propped_up provoke provoked
      pummel pummelled pummeled punish punished purged push_through railroad railroaded ram_through rammed ramming
      ransack ransacked ravage ravaged rebuke rebuked rip ripped ripped_off ripping rip_off rob robbed robbing rubbish
      rubbished ruin ruined ruining ruins sabotage sabotaged sabotaging savage savaged scam scammed scapegoat
      scapegoated scheme schemed scheming scold scolded scorn scorned scrap scrapped scream screamed scuttle seize
      seized sell_out shaft shafted shatter shattered shove shoved shred shredded shriek shrieked silence silenced
      silencing skewer skewered skewers slam slammed slamming slams slander slandered slash slashed slashes slashing
      slaughter slaughtered slither slithered smash smashed smeared smearing smother snatch snatched sneak sneaked
      snub snubbed snubs sold_out squander squandered squandering squeeze squeezed squirm stab_in_the_back
      stabbed_in_the_back stifle stifled stifles stifling stoke stoked stoking strangle strangled strip_away
      stripped_of stumble stumbled subvert subverted suffocate suppress suppressed surrender surrendered swamped swarm
      swarmed swindle swindled tanked tarnish tarnished tear_apart tear_into terrorise terrorised terrorize terrorized
      threaten threatened threatens throttle torched torn_apart tore_into torment tormented torpedo torpedoed torture
      trample trampled trampling trash trashed trashing tricked trounce trounced undercut undermine undermined
      undermines undermining unleash unleashed usurp usurped vandalise vandalize victimise victimised victimize
      victimized vilify vilified violate violated waste wasted wasting weaponise weaponised weaponize weaponized wield
      wipe_out wiped_out wreak wreaked wreck wrecked wrecking wrecks double_down doubled_down doubles_down
      rams_through thrown_under_the_bus threw_under_the_bus bled_dry
    `,
    positive: `
      aced bolster bolstered blossomed boost boosted boosting boosts championed championing cherish cherished conquer
      conquered defend defended defending delight delighted dominate dominated elevate elevated embrace embraced
      empower empowered empowering empowers enchant enlighten enlightened enrich enriched ennoble excel excelled
      flourish flourished glorify glorified inspire inspired inspires liberate liberated nailed nurture nurtured
      overcame protect protected prevail prevailed reclaim reclaimed rescue rescued revitalise revitalised revitalize
      revolutionise revolutionised revolutionize revolutionized shone skyrocket skyrocketed smashed_records soar
      soared soaring soars spearhead spearheaded stand_up_for stood_up_for stood_tall surge surged thrive thrived
      transcend transform transformed triumph triumphed triumphs unite united uplift uplifted vanquish vanquished
      vindicate vindicated wow wowed
    `,
  },
  obligation: {
    neutral: `
      must must_not mustn't should should_not shouldn't ought ought_to ought_not need_to needs_to needed_to have_to
      has_to had_to had_better have_got_to has_got_to got_to gotta cannot_afford_to can't_afford_to can_no_longer
      need_not cannot_allow cannot_stand_by shall required_to obliged_to bound_to duty-bound supposed_to demand
      demanded demands imperative it_is_essential essential vital crucial it_is_time it's_time high_time no_choice_but
      no_excuse there_is_no_alternative time_to_act do_the_right_thing obligated_to it_is_our_duty it_is_vital
      it_is_crucial it_is_imperative necessary necessarily
    `,
  },
  superlative: {
    neutral: `
      biggest deepest earliest fastest fewest fiercest first-ever greatest-ever hardest heaviest highest hottest
      largest last-ever least loudest longest lowest mightiest most most-ever newest oldest quickest richest rarest
      shortest sharpest simplest slimmest smallest steepest strictest strongest tallest thinnest tightest toughest
      ultimate utmost uttermost wealthiest widest wildest youngest topmost foremost number_one unprecedented
      once-in-a-lifetime once-in-a-generation unheard-of ever_seen of_the_century of_our_time
    `,
    positive: `
      best best-ever brightest bravest cleanest cleverest coolest cutest fairest finest freshest friendliest funniest
      gentlest grandest greatest happiest healthiest holiest kindest loveliest most_beautiful nicest noblest prettiest
      proudest purest safest smartest smoothest sweetest truest warmest wisest best_of_all most_beloved most_respected
    `,
    negative: `
      baddest bleakest clumsiest cruellest cruelest craziest darkest deadliest dirtiest dumbest dullest filthiest
      foulest gravest grimmest harshest laziest lousiest meanest nastiest poorest saddest scariest silliest sorriest
      stupidest ugliest vilest weakest weirdest worst worst-ever worst_of_all most_hated most_corrupt most_dangerous
    `,
  },
  hedge: {
    neutral: `
      almost appear appeared appears approximately as_far_as_i_know assume assumed assumes assumption believe believed
      believes broadly by_and_large conceivable conceivably could could_be fairly for_the_most_part frequently
      generally guess i_believe i_guess i_suppose i_think imply implied implies in_a_sense in_general in_my_opinion
      in_my_view in_part in_some_ways it_seems_to_me indicate indicated kind_of largely likely mainly may may_be maybe
      might might_be moderately more_or_less mostly nearly not_necessarily occasionally often on_balance on_the_whole
      partially partly perhaps personally plausible plausibly possible possibly potential potentially practically
      presumed probable probably rather reasonably relatively roughly seem seemed seemingly seems slightly somehow
      something_like sometimes somewhat sort_of suppose supposing tend tended tends tentatively theoretically
      to_some_extent typical typically uncertain unclear unlikely usually virtually would_appear would_seem
      would_suggest a_bit a_little in_theory at_least
    `,
  },
  insult: {
    negative: `
      abhorrent abject abominable abysmal absurd airhead amateurish appalling arrogant arrogance arrogantly ass
      asinine atrocious atrociously awful backward bad-faith barbaric barbarians barbarous batty beastly bigoted
      blabbermouth blithering bloated bloodthirsty blowhard bonkers boring bozo brain-dead brainless bratty brute
      brutes bum bumbling buffoon buffoons bullshit callous callously childish clown clownish clowns clueless clumsy
      cold-blooded con-artist contemptible corrupt coward cowardice cowardly cowards cranky crap crappy craven crazed
      crazy creep creeps creepy cretin crook crooked crooks cruel cruelty cynical dastardly degenerate degenerates
      delinquent delusional demented demonic depraved deplorable deplorables deranged despicable despicably despised
      detestable devious diabolical dimwit dimwits dirtbag dirty disgraceful disgraced disgust disgusted disgusting
      dishonest dishonestly dishonesty dismal drivel dullard dumb dumber dummy dump dunce dreadful egregious egomaniac
      egomaniacal embarrassment evil evildoer evildoers farce farcical fat-cat fat_cats feckless feeble
      filth filthy fool foolhardy foolish foolishly fools foul fraud fraudster fraudsters frauds fraudulent freak
      freaks garbage ghastly gibberish goons goon greed greedily greedy grotesque gutless half-witted halfwit halfwits
      hapless hare-brained has-been hateful hate-filled heartless heinous hideous horrendous horrible horrid horrific
      hypocritical hysterical idiocy idiot idiotic idiotically idiots ignoramus ignorance ignorant ill-conceived
      imbecile imbeciles imbecilic immature immoral impostor impostors inane incompetence incompetent incompetents
      incompetently indecent indefensible inept ineptitude infamous infantile inhuman inhumane insane insanity
      insidious insolent insufferable irresponsible jackass jerk jerks joke junk knucklehead lame lamebrained
      laughing_stock laughingstock lazy leech leeches liar liars loathsome loathed loser losers lousy low-life lowlife
      lowlifes ludicrous lunacy lunatic lunatics malicious malevolent maniac maniacal maniacs mean-spirited mediocre
      mediocrity megalomaniac mendacious merciless mindless mindlessly miscreant miscreants miserable misguided
      monster monsters monstrous moron moronic morons mudslinging murderous nasty narcissist narcissistic nauseating
      ne'er-do-well nefarious nincompoop ninny nitwit nitwits nonsense nonsensical notorious notoriously numbskull
      nutcase nutjob nuts nutter nutty oaf obnoxious obscene odious odiously out-of-touch outrageous overpaid
      overrated pampered parasite parasites parasitic pathetic pathological perverse perverted petty pigheaded pitiful
      pompous poisonous power-hungry preposterous pretentious psycho psychopath psychopathic psychopaths puerile punk
      punks pushover rancid rascal rat-infested reckless recklessly reprehensible repugnant repulsive revolting
      ridiculous rip-off rogue rogues rotten rubbishy rude ruthless ruthlessly sadist sadistic sanctimonious savagely
      savages scoundrel scoundrels scum scumbag scumbags self-serving selfish selfishly selfishness senseless shallow
      shambles shambolic shameful shameless shoddy sickening silly simpleton simpletons sinister slavish sleazy sleaze
      slimy sloppy sly smug smugly snake-oil snob snobbish snobs sociopath sociopaths soulless spineless spiteful
      spoiled spoilt stink stinking stinks stupid stupidity stupidly tawdry terrible thief thieves thieving thuggish
      tone-deaf toxic trashy treacherous treachery treasonous treason twisted twit two-faced ugly unhinged
      unscrupulous useless vacuous vain venal venomous vermin vicious viciously vile villain villainous villains
      vindictive vulgar warped washed-up weak-kneed weakling weaklings weasels whiner whiners wicked wimp wimps wimpy
      windbag witless worthless wretch wretched wretches yob yobs
    `,
  },
  praise: {
    positive: `
      adorable adore adored admirable admire amazing angel angelic angels astonishing astounding attractive
      awe-inspiring awesome beautiful beautifully blessed blessing bold boldly brave bravely bravery brilliance
      brilliant brilliantly captivating caring charismatic charming cheerful clean-cut clear-eyed clever clear-headed
      compassion compassionate compelling competent conscientious considerate courage courageous courageously credible
      decency decent dedicated delicious delightful dependable deserved deserving devoted dignified dignity diligent
      divine earnest elegant elegantly eloquent eloquently enlightening enthralling enthusiastic enviable ethical
      excellence excellent excellently exceptional exciting exemplary exhilarating extraordinary fair-minded faithful
      fantastic fascinating faultless fearless fearlessly flawless flawlessly forward-looking forward-thinking
      generous generosity genius geniuses gentle gifted glorious gloriously glory golden good-hearted gorgeous
      graceful gracious great greatness gripping gutsy handsome hard-working hardworking heart-warming heartfelt
      heartwarming heaven-sent heavenly hero heroes heroic heroically heroine heroines heroism honest honesty
      honorable honourable honoured humane humble immaculate incomparable incorruptible incredible indispensable
      indomitable ingenious ingenuity innocent insightful integrity intelligent intrepid invaluable invincible
      irresistible joy joyful joyous just_cause keen-eyed kind-hearted kindness level-headed life-changing life-saving
      lionhearted lovable lovely loving loyal loyalty lucid magic magical magnificence magnificent magnificently
      marvellous marvellously marvelous mastermind mastery merciful mighty miracle miracles miraculous model_citizen
      modest moral_clarity morally_right moving nice noble nobly outstanding outstandingly passionate perfect
      perfection perfectly plucky polished powerful praiseworthy precious priceless principled prosperous proud
      proudly prudent radiant remarkable reliable resilient resolute respectable righteous righteously
      robust sacred saint saintly saints salt_of_the_earth saviour savior selfless selflessly selflessness sensational
      sensible sharp-witted shining shining_example sincere skilful skillful smart sparkling splendidly
      staunch steadfast steadfastly strong-willed superb superior superhero supreme sweet tasteful
      terrific thoughtful thrilling tireless tirelessly top-class tower_of_strength treasure_trove triumphant
      triumphantly true_friend true_leader trusted trustworthy unblemished uncompromising undaunted unflinching
      unimpeachable unselfish unwavering upright upstanding valiant valiantly valour valor victorious virtuous virtue
      vision warm warm-hearted well-deserved well-earned well-loved wholesome wise wisdom witty wonderful wondrous
      worthy beacon beacon_of_hope moral_compass
    `,
  },
  fear: {
    negative: `
      abyss agony alarmed alarming anarchy anguish annihilation apocalypse apocalyptic armageddon assault_on
      atrocities atrocity attack_on avalanche backlash battleground bloodbath bloodshed bloody_mess bombshell
      breakdown breaking_point brink brutal brutality brutally calamitous calamity carnage cataclysm cataclysmic
      catastrophe catastrophes catastrophic catastrophically chaos chaotic chilling collapse collapsed collapsing
      contagion crackdown crisis crises cutthroat dangerous dangerously dark_days day_of_reckoning death_knell
      death_spiral death_trap debacle devastating devastation dire dire_straits disaster disasters disastrous
      disastrously disintegrating dismay doom_and_gloom doomed doomsday draconian dread dystopia dystopian endangered
      enemies enemy epidemic_of existential existential_threat explosive fallout fatal_blow fear fearful fearmongering
      fears fear-mongering fiasco frenzied frenzy fright frightening frighteningly frightful furious furore fury
      ghost_town grave_danger grave_threat grim hair-raising harrowing havoc hellhole hellish hell horror horrors
      horrifying hostage hysteria imminent impending imperil imperilled implosion impoverished inferno lawless
      lawlessness life-threatening living_hell looming maelstrom massacre mayhem meltdown menace menacing menacingly
      mess misery nightmare nightmares nightmarish nosedive onslaught ordeal outcry outrage outraged outrages
      pandemonium panic panicked panicking panic-stricken peril perilous plight point_of_no_return powder_keg
      predatory purgatory quagmire rage raging rampage rampant rampantly reckoning reign_of_terror rock_bottom
      ruination ruinous savagery scandal scandalous scandals scare scare_tactics scared scary scourge shock shocked
      shocking shock_waves shockwaves showdown siege slippery_slope spectre specter spiral spiraling spiralling
      staggering storm_clouds tailspin terrified terrifies terrifying terrifyingly terror threat threatening threats
      ticking_time_bomb tidal_wave time_bomb torrent tragedies tragedy tragic trauma traumatic trembling tsunami_of
      turmoil under_attack under_siege unrest upheaval uproar vicious_circle vicious_cycle victimhood volatile
      war_on warfare war_zone worrying wrath
    `,
  },
}

export const CATEGORIES = [
  'intensifier',
  'absolutist',
  'label',
  'doubt',
  'editorial',
  'peacock',
  'report',
  'loaded_verb',
  'obligation',
  'superlative',
  'hedge',
  'insult',
  'praise',
  'fear',
] as const

export type Category = (typeof CATEGORIES)[number]

export type Polarity = 'positive' | 'negative' | 'neutral'
