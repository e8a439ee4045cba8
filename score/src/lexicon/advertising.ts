// Words of advertising beside those that word-lists.ts has as peacock words: superlatives that ask to be taken on trust, with their inflections.

export const advertising = `
  awesomeness best-selling bestselling blissful blissfully blockbuster captivatingly career-defining class-leading
  crave-worthy craveable crowd-pleasing crystal-clear decadent decadently delectable delectably deliciously
  delightfully divinely dream-come-true drool-worthy earth-shattering easiest-ever edge-of-your-seat envy-inducing
  exhilaratingly eye-popping fastest-ever foolproof gobsmacking gorgeously heart-stopping high-octane holy_grail
  incomparably industry-leading inimitable irresistibly jaw-dropping jaw-droppingly killer_deal knockout_price
  life-altering lightning-fast like_no_other lip-smacking lusciously luscious magically market-leading marvelously
  matchless megahit mega-deal mind-bending mind-boggling miracle_cure money-saving mouth-watering mouthwatering
  must-buy must-try nothing_compares one-of-a-kind out-of-this-world out_of_this_world pampering phenomenally
  picture-perfect powerhouse_performance price-busting purest-ever radiantly ravishing resplendent risk-free
  rock-bottom scintillating scrumptious scrumptiously sensationally silky-smooth simply_the_best sinfully sizzling
  sky-high_quality slashed_prices spellbinding spellbindingly spine-tingling state_of_the_art steal_of_a_deal stunner
  stunners sumptuously super-charged supercharged super-premium superlative superlatively sure-fire swoon-worthy
  tantalising tantalisingly tantalizing terrifically to_die_for top-flight top-of-the-line top-of-the-range
  top-quality top-rated turbocharged ultra-luxurious ultra-premium unbelievable_price unbelievable_value unmissable
  unputdownable unreal_savings unrepeatable unstoppable_savings unsurpassable utterly_irresistible velvety-smooth
  wondrously wow-factor world's_best world's_finest world's_greatest world's_number_one zero-hassle
`
