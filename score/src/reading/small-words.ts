import { intAt } from '../numbers.ts'
import { hashWord } from './hashing.ts'
import { findRow, indexHashes } from './lexis.ts'

// The small words of some languages, which tell one from the other.

const SMALL_WORDS: Readonly<Record<string, string>> = {
  en: 'the a of and to that for with was were are is this have has had not but from they his her he she it its we you i by or which who would will been their there what when can about than into some could them these also after our your in on at as an be if my all how do did so because no met die',
  de: 'der die das und ist nicht ein eine einen dem den des mit von zu auf für sich auch es wir ich sie werden wird wurde sind war hat haben bei nach aus oder wie über dass im zum zur nur noch sehr kein keine alle alles diese dieser dieses diesen muss müssen raus weg uns euch ihr ihre ihren sein seine kann können soll sollen würde gegen unter ohne durch hier dort jetzt immer wieder schon wenn weil gehört gehören leute menschen frauen männer gibt du ab bist seid',
  fr: 'le la les des un une et est dans pour pas que qui sur avec ce cette sont il elle nous vous je ne plus par au aux du été était ont mais ou où leur leurs très fait être ces cet nos vos ses tous toutes tout cela ça ici jamais toujours contre comme bien faut doit doivent peut dehors on à chez gens femmes hommes ils elles',
  es: 'el la los las de un una y es en por para con que no se su sus del al lo como más pero fue este esta son ha han muy también sin sobre entre cuando hay todos todas esos esas estos estas ese esa nos les unos unas fuera quien porque donde siempre nunca así aquí ahora tiene tienen hacer hace está están somos hombres mujeres gente ya casa nuestra nuestro nuestros',
  it: 'il lo la gli le di un una e è in per con che non si del della dei delle al alla come più ma questo questa sono ha hanno anche nel nella molto suo sua stato tutti tutte questi queste quelli quelle siamo loro noi voi chi dove quando sempre mai ogni nostra nostro nostri bisogna deve devono dobbiamo fatto essere stati ai dal dalla nei nelle sulla uomini donne gente perché così fuori ci li qui a casa',
  pt: 'o os a as de um uma e é em por para com que não se do da dos das no na ao como mais mas foi este esta são tem também muito seu sua ele ela isso todos todas esses essas estes estas eles elas fora sempre nunca aqui agora têm fazer está estão somos homens mulheres gente nossa nosso nossos quem porque onde casa',
  nl: 'de het een en is van in op voor met dat niet zijn aan te er ook als bij naar uit om maar door over hij zij wij ik dit deze werd wordt heeft hebben worden geen alle alles allemaal ze ons onze hun haar moet moeten kan kunnen mogen zullen zou weg altijd nooit hier daar toch want omdat wie waar tegen zonder onder tussen mensen vrouwen mannen',
  pl: 'i w na z że się nie do jest to o jak po ale za od przez dla są być był była tym tego oraz który która które ich jego już tylko może ci te tych nas nam nasz nasze wszyscy wszystko wszystkich trzeba musi muszą precz oni kto gdzie kiedy zawsze nigdy tu teraz przeciw bez przed między ludzie kobiety',
  cs: 'a v na že se je to s z do o i jako pro by ale ve za po od jsou byl byla bylo které který která jeho jejich také může nebo již však',
  sv: 'och i att det som en på är av för med till den har de inte om ett han men var sig från vi så kan när år eller ska också hon skulle alla allt dem deras våra vår måste bort ut här där alltid aldrig mot utan mellan människor kvinnor dessa denna detta',
  da: 'og i at det jeg er en til af på for med den de har som ikke et han var men om vi fra der kan så når sig eller skal også hun blev være alle alt dem deres vores må væk ud altid aldrig mod uden mellem mennesker kvinder disse denne dette',
  no: 'og i det jeg å er en på til som for av med at den har de ikke et han var men om vi fra kan så når seg eller skal også hun ble være alle alt dem deres våre må bort ut alltid aldri mot uten mellom mennesker kvinner disse denne dette',
  ro: 'și de la în a cu pe un o nu este că din pentru mai sunt care să se fi ce au fost prin sau dar acest această după ca ei afară toți',
  fi: 'ja on ei se että oli hän ovat olla kun mutta myös joka jotka niin tai sen kuin mukaan ole jos nyt vain minä sekä vuonna eivät hänen tämä uuden eilen',
  hu: 'a az és hogy nem egy is van volt de ez azt meg csak már mint vagy el ki még lesz lehet nagyon',
  id: 'yang dan di dengan untuk pada ini itu dari tidak akan dalam adalah ke juga oleh sudah telah bisa karena mereka kami saya',
  vi: 'và của là có không được cho trong một người những các đã với này để khi ở từ như về',
  hr: 'je i na se u da su za od kao ili koji koja koje nije bio bila bilo će samo ali što iz nakon prema',
  ca: 'el la els les i de que per amb és una un no als del aquesta aquest també més però són ha han molt',
  af: 'die en van is het nie in op vir met dat wat hy sy ons hulle ook was aan om te deur',
  tr: 've bir bu da de için ile olarak çok daha olan gibi kadar ama değil var en o ki ne sonra her yeni dün ise göre bunlar onlar hepsi biz siz',
}

/** ISO 639-1, English first. */
export const LANGUAGES = Object.keys(SMALL_WORDS)
const languagesByWord = new Map<number, number>()
for (const [order, words] of Object.values(SMALL_WORDS).entries()) {
  for (const word of words.split(' ')) {
    const hash = hashWord(word)
    languagesByWord.set(hash, (languagesByWord.get(hash) ?? 0) | (1 << order))
  }
}
const smallHashes = Int32Array.from(languagesByWord.keys())
const smallSlots = indexHashes(smallHashes)
// One bit a language, English first.
const smallWordLanguages = Int32Array.from(languagesByWord.values())

/** The languages that have this small word, a bit each in the order of `LANGUAGES`. */
export function languagesOf(hash: number): number {
  const row = findRow(smallSlots, smallHashes, hash)
  return row < 0 ? 0 : intAt(smallWordLanguages, row)
}
