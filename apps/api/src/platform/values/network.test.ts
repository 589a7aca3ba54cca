import { expect, test } from 'vitest'
import { networkOf, plainAddress } from './network.ts'

test('a network is one address of IPv4, and 64 bits of IPv6', () => {
  expect(networkOf('192.0.2.7')).toBe('192.0.2.7')
  expect(networkOf('::ffff:192.0.2.7')).toBe('192.0.2.7')
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64')
  expect(networkOf('2001:0db8:0001:0002::9')).toBe('2001:db8:1:2::/64')
  expect(networkOf('2001:db8::9')).toBe('2001:db8:0:0::/64')
  expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0::/64')
  expect(networkOf('::1')).toBe('0:0:0:0::/64')
})

test('an address is shown as people write it', () => {
  expect(plainAddress('::ffff:192.0.2.7')).toBe('192.0.2.7')
  expect(plainAddress('192.0.2.7')).toBe('192.0.2.7')
  expect(plainAddress('2001:db8::9')).toBe('2001:db8::9')
})
