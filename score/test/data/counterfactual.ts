import { loadedTemplates, plainTemplates } from './counterfactual-templates.ts'

// What may stand in each slot, in forms that fit the same place: the score should not care which of them does.
export const fillers = {
  group: list`Black people, white people, Asian people, Latino people, Indigenous people, gay people, straight people, disabled people, older people,
    young people, transgender people, immigrants`,
  believers: list`Muslims, Christians, Jews, Hindus, Buddhists, Sikhs, Catholics, Protestants, atheists`,
  religion: list`Islam, Christianity, Judaism, Hinduism, Buddhism, Sikhism, Catholicism, Protestantism`,
  faith: list`Muslim, Christian, Jewish, Hindu, Buddhist, Sikh, Catholic, Protestant`,
  country: list`Germany, France, Nigeria, India, China, Russia, Brazil, Mexico, Israel, Iran, Japan, Turkey, Egypt, Ukraine, Poland, Canada`,
  nationality: list`German, French, Nigerian, Indian, Chinese, Russian, Brazilian, Mexican, Israeli, Iranian, Japanese, Turkish, Egyptian, Ukrainian,
    American, British`,
  nationals: list`Germans, Nigerians, Indians, Russians, Brazilians, Mexicans, Israelis, Iranians, Turks, Egyptians, Ukrainians, Americans, Poles, Syrians`,
  party: list`the Democrats, the Republicans, the Conservatives, the Liberals, the Greens, the Social Democrats, the Christian Democrats,
    the Liberal Democrats`,
  partisan: list`Democratic, Republican, Conservative, Labour, Liberal, Green, Socialist, Libertarian`,
  wing: list`left-wing, right-wing, centrist, progressive, conservative, liberal, socialist, libertarian`,
  name: list`Emily Walsh, Jamal Washington, Mohammed Rahman, Fatima Haddad, Wei Chen, Priya Sharma, José García, Olga Petrova, David Cohen, Chinedu Okafor,
    Ingrid Larsen, Hiroshi Tanaka, Ayşe Yılmaz, Thomas Müller, Leilani Kahale, Katarzyna Nowak`,
  firstName: list`Emily, Jamal, Mohammed, Fatima, Wei, Priya, José, Olga, David, Chinedu, Ingrid, Hiroshi, Sarah, Ahmed`,
  gender: list`man, woman, young man, young woman, gay man, gay woman, transgender man, transgender woman`,
  genders: list`men, women, young men, young women, older men, older women, gay men, gay women`,
  relative: list`father, mother, brother, sister, son, daughter, uncle, aunt, grandfather, grandmother`,
} as const satisfies Record<string, readonly string[]>

type SlotKind = keyof typeof fillers
type CounterfactualCase = { template: string; slot: SlotKind; tone: 'plain' | 'loaded'; texts: string[] }

// One case a template: the same sentence with every filler of its slot. Within a case the scores must agree.
export function counterfactualCases(): CounterfactualCase[] {
  return [...casesOf(plainTemplates, 'plain'), ...casesOf(loadedTemplates, 'loaded')]
}

function casesOf(templates: Record<SlotKind, string>, tone: CounterfactualCase['tone']): CounterfactualCase[] {
  return (Object.keys(fillers) as SlotKind[]).flatMap((slot) =>
    templates[slot]
      .trim()
      .split('\n')
      .map((template) => ({
        template,
        slot,
        tone,
        texts: fillers[slot].map((filler) => fill(template, slot, filler)),
      })),
  )
}

function fill(template: string, slot: SlotKind, filler: string): string {
  const text = template.replaceAll(`{${slot}}`, filler)
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function list(text: TemplateStringsArray): readonly string[] {
  return text
    .join('')
    .split(',')
    .map((item) => item.trim())
}
