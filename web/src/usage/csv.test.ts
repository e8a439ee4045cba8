import { expect, test } from 'vitest'
import { csvOf } from './csv.ts'

test('a month becomes one line per quota and key, safe for spreadsheets', () => {
  const endpoints = { compute: 120, 'ai/chat': 3, 'ai/analyze': 41, 'ai/proxy': 0 }
  const keys = [
    { id: 1, name: 'CI, "main"', calls: 12 },
    { id: 2, name: '=cmd()', calls: 1 },
  ]
  expect(csvOf([{ month: '2026-03', endpoints, keys, other_keys: { count: 2, calls: 7 } }]).split('\r\n')).toEqual([
    'month,kind,name,used',
    '2026-03,quota,Compute units,120',
    '2026-03,quota,Text analyses,41',
    '2026-03,quota,Chats,3',
    '2026-03,quota,Calls with your own key,0',
    '2026-03,key,"CI, ""main""",12',
    "2026-03,key,'=cmd(),1",
    '2026-03,key,2 other keys,7',
  ])
})
