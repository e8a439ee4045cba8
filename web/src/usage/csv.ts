import { csvLine } from '@equipoise/engine'
import type { MonthUse } from '@equipoise/sdk'

const COLUMNS = ['month', 'kind', 'name', 'used'] as const
const METER_NAMES: Readonly<Record<keyof MonthUse['endpoints'], string>> = {
  compute: 'Compute units',
  'ai/analyze': 'Text analyses',
  'ai/chat': 'Chats',
  'ai/proxy': 'Calls with your own key',
}

/** One line for each quota of each month, for each key that it names, and for its other keys together. */
export function csvOf(months: readonly MonthUse[]): string {
  const rows = months.flatMap(({ month, endpoints, keys, other_keys: others }) => [
    ...Object.entries(METER_NAMES).map(([meter, name]) => [
      month,
      'quota',
      name,
      String(endpoints[meter as keyof typeof endpoints]),
    ]),
    ...keys.map(({ name, calls }) => [month, 'key', name, String(calls)]),
    ...(others.count > 0 ? [[month, 'key', `${others.count} other keys`, String(others.calls)]] : []),
  ])
  return [COLUMNS, ...rows].map(csvLine).join('\r\n')
}
