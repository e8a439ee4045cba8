import { expect, test } from 'vitest'
import published from '../../test/nist-pulse.json' with { type: 'json' }
import { packPulse, readPulse } from './beacons.ts'

const { pulse } = published

test('a real pulse has the value that NIST published, and says its minute and where it can be compared', () => {
  const packed = packPulse(pulse) ?? ''
  expect(readPulse(packed)).toEqual({ uri: pulse.uri, at: pulse.timeStamp, output: pulse.outputValue.toLowerCase() })
})

test.each<[string, object]>([
  ['another value', { outputValue: pulse.outputValue.replace('BA', 'BB') }],
  ['another random part', { localRandomValue: pulse.precommitmentValue }],
  ['another signature', { signatureValue: pulse.localRandomValue }],
  ['another minute', { timeStamp: '2026-09-11T01:51:00.000Z' }],
  ['no list', { listValues: undefined }],
  ['no signature', { signatureValue: '' }],
])('a pulse with %s is none', (_what, changes) => {
  expect(packPulse({ ...pulse, ...changes })).toBeUndefined()
})

test('a packed pulse that is cut, or that names another address, is none', () => {
  const packed = packPulse(pulse) ?? ''
  const address = Buffer.from(pulse.uri).toString('hex')
  const elsewhere = Buffer.from(pulse.uri.replace('nist.gov', 'fake.org')).toString('hex')
  const other = Buffer.from(pulse.uri.replace('1936066', '1936067')).toString('hex')
  const wrong = [packed.slice(0, 1_600), packed.replace(address, elsewhere), packed.replace(address, other), 'xyz', '']
  expect(wrong.map(readPulse)).toEqual(wrong.map(() => undefined))
})
