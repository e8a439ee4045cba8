import { byteAt, intAt } from '../numbers.ts'
import { DIGIT, kindOf } from './characters.ts'
import { hashesOf } from './hashing.ts'
import { SHAPE, type Words } from './words.ts'

// Words of kitchen, school, workshop and computing that our vocabulary, which is made from news, lacks or has as names only. Nothing is known of
// their tone; they are no reason to call a text gibberish or foreign.
const LISTED = `
  absenteeism actuary acupuncturist adagio adverb ageism alkane alkene allegro alliteration alpaca alveoli amoxicillin ampere ampersand
  anaesthetist ansible antihistamine antihistamines antonym aorta aphelion append apt-get armadillo ashtray asymptote async aubergine awk
  baboon backend base64 sha256 html5 backspace bagpipes baguette barista bassoon bedspread beekeeper beetroot begonia beryllium bfs bigamy bitwise blancmange
  bookbinder bookcase boron breakpoint bricklayer bromine bronchi btree bubblesort bulgur bumblebee burrito butane byte bytecode bytes
  capacitor cashew catalysis centipede checkbox checksum cherry-pick chickenpox chickpea chinchilla chipmunk chiropodist chive chlorophyll
  chloroplast chmod chown chrysanthemum ciabatta cicada clang clavicle clojure cmake cobbler cobol cochlea colander compiler compositor
  conda confectioner config conjunctivitis corduroy cormorant cornea cors cosine courgette couscous covariance cranium crockery crocus
  croissant cron crontab croquet crotchet crud csrf csv cufflinks currant cymbal cytoplasm daemon daffodil dandelion dandruff decant
  decibel defrost deglaze deno deque dermatologist descale dfs dhcp diaeresis dict diode diphtheria divisor dnf docker dockerfile
  dodecahedron doorbell doorknob doormat double-click dropdown dumpling dungarees duster duvet dyslexia earring earthworm ecocide
  eigenvalue eigenvector elasticsearch electrolysis ellipse ellipsis endive enthalpy enum env equilateral esc eslint eukaryote euphonium
  exhale exoplanet factorial fastapi femicide femur fermion filename flapjack flask fluorine focaccia foxglove fratricide frontend
  frostbite fullstack gallbladder gastritis gazelle genotype geranium gerbil gerund geyser gitlab glaucoma glazier gofmt golang gooseberry
  gout gradle grafana graphql grater greengrocer grep grpc guid gunzip gzipped haemoglobin haemorrhage hairdryer hashing hashmap hashtable
  hazelnut hdmi heapsort hexagon hippopotamus hob homeostasis homonym hostname hotkey https humerus hydrangea hyperbola hyperlink hyphen
  hypotenuse ibuprofen ifconfig igneous imap indigestion inductor insubordination integrals ipconfig isomer isosceles iterable iterator
  javac jaywalking jeweller joule journalctl jquery julienne jupyter jwt keras kinematics kohlrabi kotlin kubectl kubernetes kurtosis
  ladle ladybird lampshade laravel larch laryngitis lasagna lasagne lay-offs leek left-click lemur lentil leukocyte lexer linker linting
  littering llama llvm localhost locksmith log-in logarithm logarithms logout lubricate lychee lyre makefile mantelpiece marigold marinate
  marjoram matplotlib matricide meiosis memoisation memoization mergesort metamorphic metonymy middleware milkshake mincemeat minified
  minim misdemeanour miso mitochondria mitochondrion mitosis mitten mkdir modulo molarity monad mongodb monomer moraine mow mugging
  multiplicand multithreading mutex napkin narcissus nectarine neovim netstat nettle nextjs nginx nightgown nodejs nosql npm npx nslookup
  nucleotide nucleotides null nullptr numerator numlock numpy oauth octagon octal oesophagus okra omelette onomatopoeia optician
  orienteering osmosis oxidise paediatrician pagedown pageup palindrome pansy papaya paracetamol parallelogram parenthesis parricide
  parsec parser parsnip passphrase patella patricide peony peppercorn perihelion permutation pesto petunia pheasant phenotype
  physiotherapist pickpocketing pilfering pipx plasterer platelet platelets platypus pliers plugin plugins pnpm podman polygon polyhedron
  polymorphism popup porpoise postgres postgresql powershell prettier primrose printscreen prokaryote prtsc puffin pulsar pyjamas pytest
  pythagoras pythagorean pytorch quasar quaver quiche quicksort quinoa rabbitmq radish raincoat ransomware rearrange rebase recursion
  redis redundancies refactor refactoring refraction regex rehydrate reinstall resistor resize resubscribe retry rewind rheumatism
  rhododendron rhombus rhubarb ribosome ribosomes ricotta right-click risotto rmdir roofer rsync rubella rustc rustup sackings salami
  sandal satsuma sauerkraut scabies scalene scapula sciatica scipy scoliosis scone scp scss scurvy seahorse seamstress secant segfault
  semaphore semicolon semiquaver sftp shallot shortbread shot-put simile sinusitis slipper smtp snowdrop solder sorbet soufflé spacebar
  spanner sqlite ssd ssh-keygen sshd stabbings stacktrace stalactite stalagmite starfish sterilise sternum stingray stoichiometry strainer
  struct subnet subtract subtracted subtraction subtrahend sulphuric svelte sweetcorn symfony synecdoche systemctl tablecloth tagliatelle
  taiga tambourine tapir tarragon tax-dodging teapot tensorflow termite terraform tetanus tetrahedron thrombosis tibia tin-opener
  titration tmux tokenizer toml tonsillitis tooltip toothache toucan touchpad traceroute trachea trackpad trampoline trapezium trifle
  truancy tsv tuple turmeric turnip typescript udp uefi underflow unscrew unsubscribe unwrap unzip upholsterer usury uuid vagrant var
  ventilate ventricle vite vitest voyeurism vpn waistcoat warthog washbasin watercress webp webpack websocket welder wget whooping-cough
  wisteria wombat xss xylophone yaml zsh
`
  .trim()
  .split(/\s+/)
export const KNOWN_WORDS = hashesOf([...LISTED, ...LISTED.map((word) => `${word}s`)].join(' '))

/** "F5", "H2O" and "-r": so many characters with a digit or alone are a sign and no word. */
const SIGN_MAX = 4

/** Whether a word that the vocabulary lacks is known all the same. */
export function isKnownBeside({ text, start, end, hash, shape }: Words, at: number): boolean {
  if (KNOWN_WORDS.has(intAt(hash, at))) return true
  const [from, to] = [intAt(start, at), intAt(end, at)]
  if (to - from > SIGN_MAX || byteAt(shape, at) & SHAPE.foreign) return false
  if (to - from === 1) return true
  for (let i = from; i < to; i++) if (kindOf(text.charCodeAt(i)) === DIGIT) return true
  return false
}
