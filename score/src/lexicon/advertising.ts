// Words of advertising beside those that word-lists.ts has as peacock words: superlatives that ask to be taken on trust, with their inflections.

export const advertising = `
  action-packed age-defying astoundingly award-worthy awesomeness best-selling bestselling bewitching bewitchingly
  binge-worthy blazing-fast blissful blissfully blockbuster brag-worthy buttery-smooth buttery-soft captivatingly
  career-defining class-leading cloud-like cloud-soft crave-worthy craveable crazy-fast crazy-good crowd-pleaser
  crowd-pleasers crowd-pleasing crystal-clear dazzler dazzlers dazzlingly decadent decadently delectable delectably
  deliciously delightfully divinely dream-come-true dream-worthy dreamiest drool-worthy earth-shattering easiest-ever
  edge-of-your-seat envy-inducing ever-popular exhilaratingly eye-popping fabulously fan-favorite fan-favourite
  fastest-ever feel-good finest-ever fit-for-a-king flavor-packed flavour-packed foolproof fun-filled game-changers
  gift-worthy gobsmacking gorgeously guilt-free head-turner head-turners head-turning heart-pounding heart-stopping
  high-octane holy_grail hotly-anticipated incomparably industry-leading inimitable instagram-worthy irresistibly
  jaw-dropping jaw-droppingly kid-approved killer_deal knockout_price life-altering lightning-fast like_no_other
  lip-smacking luscious lusciously luxuriously magically market-leading marvelously matchless mega-deal mega-popular
  megahit melt-in-the-mouth melt-in-your-mouth mind-bending mind-blowingly mind-boggling miracle_cure money-saving
  mouth-watering mouth-wateringly mouthwatering must-buy must-haves must-try never-before-seen never-seen-before
  next-level nothing_compares one-of-a-kind opulently out-of-this-world out_of_this_world pampering phenomenally
  picture-perfect picture-postcard power-packed powerhouse_performance price-busting prize-worthy pulse-pounding
  purest-ever radiantly ravishing ravishingly resplendent restaurant-quality risk-free rock-bottom salon-quality
  scene-stealer scene-stealing scintillating scrumptious scrumptiously sensationally show-stealing showstoppers
  silkiest silky-smooth simply_the_best sinfully sizzling sky-high_quality slashed_prices sleekest slickest
  smartest-ever smash-hit softest-ever spa-like spellbinding spellbindingly spine-tingling splendiferous star-quality
  state_of_the_art steal_of_a_deal strongest-ever studio-quality stunner stunners stupendous stupendously sublimely
  sumptuously super-charged super-comfy super-premium super-smooth super-soft supercharged superlative superlatively
  supersoft sure-fire swoon-worthy swoonworthy tantalising tantalisingly tantalizing tantalizingly tastiest
  terrifically to_die_for top-flight top-of-the-line top-of-the-range top-quality top-rated trendiest trendsetting
  trusted-by-millions turbocharged ultra-comfortable ultra-luxe ultra-luxurious ultra-premium ultra-smooth unbeatably
  unbelievable_price unbelievable_value unequaled unforgettably unmatchable unmissable unputdownable unreal_savings
  unrepeatable unstoppable_savings unsurpassable utterly_irresistible vacation-worthy value-packed velvety-smooth
  wallet-friendly whisper-quiet wondrously world's_best world's_finest world's_greatest world's_number_one wow-factor
  wow-worthy zero-hassle
`

// Words of other lists that only praise, wherever they stand.
const praising = `
  amazing amazingly astonishingly astounding awe-inspiring awesome best-ever breathtaking breathtakingly dazzling
  electrifying enchanting enthralling exhilarating exquisite exquisitely extraordinaire fabulous fantastic
  fantastically five-star game-changer game-changing gorgeous irresistible life-changing luxurious magnificent
  magnificently majestic majestically marvellous marvellously marvelous masterful masterfully masterpiece masterpieces
  mesmerising mesmerizing mind-blowing must-have must-see once-in-a-lifetime opulent palatial peerless phenomenal
  sensational show-stopping showstopper spectacular spectacularly splendid splendidly stunning stunningly sublime
  sumptuous superb superbly terrific top-notch unbeatable unequalled unforgettable unmatched unparalleled unrivaled
  unrivalled unsurpassed wonderful wonderfully wondrous world-beating world-class world-famous world-leading
  world-renowned
`

/** They are pointed out, and count as puffery, also where readers of the news would not mark them. */
export const unmistakable: readonly string[] = `${advertising} ${praising}`
  .trim()
  .split(/\s+/)
  .filter((word) => !word.includes('_'))
