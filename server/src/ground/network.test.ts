import { expect, test } from 'vitest'
import { countedFor, isPrivateHost, networkOf, siteOf } from './network.ts'

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0db8:1:2::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:db8:1::9', '2001:db8:1::/48'],
])('the site of %s is %s', (address, site) => {
  expect(siteOf(address)).toBe(site)
})

test('a limit counts an IPv4 address once; an IPv6 network has it, and all networks of one customer four times as much', () => {
  expect(countedFor('203.0.113.9', 5)).toEqual([['203.0.113.9', 5]])
  expect(countedFor('2001:db8:1:2::9', 5)).toEqual([
    ['2001:db8:1:2::/64', 5],
    ['2001:db8:1::/48', 20],
  ])
})

test.each([
  'http://localhost/a',
  'http://metadata.google.internal/',
  'http://127.1/',
  'http://0x7f000001/',
  'http://2130706433/',
  'http://10.0.0.5:8080/',
  'http://169.254.169.254/latest/meta-data',
  'http://192.168.1.1/',
  'http://[::1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[fd00::1]/',
  'http://printer.local./',
  'http://metadata/',
  'http://10.0.0.5.nip.io/',
  'http://kubernetes.default.svc/',
  'http://wiki.corp/',
  'http://192.0.0.192/',
  'http://198.19.0.1/',
  'http://[::ffff:10.0.0.5]/',
  'http://[::10.0.0.5]/',
  'http://[64:ff9b:1::a00:5]/',
  'http://[2002:a00:5::1]/',
  'http://[2001:0:1:2::3]/',
  'http://[fec0::1]/',
  'http://[::ffff:0:169.254.169.254]/',
  'http://[5f00::1]/',
  'http://[200:1::1]/',
  'http://[1fff::1]/',
  'http://[3fff::1]/',
])('%s is private', (url) => {
  expect(isPrivateHost(new URL(url).hostname)).toBe(true)
})

test.each(['https://example.org/a.png', 'https://93.184.216.34/', 'https://[2606:4700::1]/', 'https://local.example/'])(
  '%s is public',
  (url) => {
    expect(isPrivateHost(new URL(url).hostname)).toBe(false)
  },
)
