// What disguised letters stand for: HTML entities, letters of other alphabets that look like Latin ones, digits for letters, and the
// words that are worth reading behind stars or single digits.

export const ENTITIES = new Map(
  Object.entries({
    nbsp: ' ',
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    rsquo: '’',
    lsquo: '‘',
    ldquo: '“',
    rdquo: '”',
    mdash: '—',
    ndash: '–',
    hellip: '…',
    shy: '',
    zwnj: '',
    ensp: ' ',
    emsp: ' ',
    thinsp: ' ',
  }),
)

export const LOOKALIKES = new Map(
  Object.entries({
    а: 'a',
    е: 'e',
    о: 'o',
    р: 'p',
    с: 'c',
    у: 'y',
    х: 'x',
    і: 'i',
    ј: 'j',
    ѕ: 's',
    һ: 'h',
    ԁ: 'd',
    ո: 'n',
    ν: 'v',
    ο: 'o',
    α: 'a',
    ε: 'e',
    ι: 'i',
    κ: 'k',
    ρ: 'p',
    τ: 't',
    υ: 'u',
    А: 'A',
    В: 'B',
    Е: 'E',
    К: 'K',
    М: 'M',
    Н: 'H',
    О: 'O',
    Р: 'P',
    С: 'C',
    Т: 'T',
    У: 'Y',
    Х: 'X',
    І: 'I',
    Α: 'A',
    Β: 'B',
    Ε: 'E',
    Ζ: 'Z',
    Η: 'H',
    Ι: 'I',
    Κ: 'K',
    Μ: 'M',
    Ν: 'N',
    Ο: 'O',
    Ρ: 'P',
    Τ: 'T',
    Υ: 'Y',
    Χ: 'X',
  }),
)

export const DIGIT_LETTERS = new Map(
  Object.entries({
    '0': 'o',
    '1': 'i',
    '3': 'e',
    '4': 'a',
    '5': 's',
    '7': 't',
    '8': 'b',
    '@': 'a',
    $: 's',
    '!': 'i',
    '|': 'l',
  }),
)

/** Words that people write with stars or digits: a short word is read as one of these, or stays as it is. */
export const STRONG_WORDS: ReadonlySet<string> = new Set(
  `fuck fucking fucker shit shitty bullshit bitch bitches cunt asshole arsehole bastard bastards idiot idiots moron morons whore slut damn
  crap retard scum stupid nazi nazis liar liars lying corrupt racist racists fascist fascists thug thugs coward cowards traitor traitors
  vermin terrorist terrorists crook crooks evil filthy ass asses die kill killer killers rat rats pig pigs fat sick dumb ugly vile hate
  hated hates fool fools loser losers lie lies lied dirty trash filth fake fraud frauds cheat cheats crime criminal criminals thief thieves
  clown clowns snake snakes greedy lazy insane crazy mad bad worst awful disgrace disgusting pathetic shame shameful toxic radical savage
  savages parasite parasites pervert perverts puppet puppets brute brutes animal animals`.split(/\s+/),
)
