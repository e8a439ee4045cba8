import type { Meter } from '@equipoise/sdk'

export const METER_NAMES: Readonly<Record<Meter, string>> = {
  compute: 'Compute units',
  'ai/chat': 'Chats',
  'ai/analyze': 'Text analyses',
  'ai/proxy': 'Calls with own key',
}
