import type { NetworkInterfaceInfo } from 'node:os'
import { expect, test } from 'vitest'
import { addressesToTry } from './addresses-to-try.ts'

const anInterface = (address: string, internal = false) =>
  ({ address, family: address.includes(':') ? 'IPv6' : 'IPv4', internal }) as NetworkInterfaceInfo
const loopback = [anInterface('127.0.0.1', true), anInterface('::1', true)]
const tried = (addresses: string[], ...own: string[]) =>
  addressesToTry(addresses, { lo: loopback, eth0: own.map((one) => anInterface(one)) }).map(
    ({ address }) => address,
  )

const both = ['2606:4700::7', '198.51.100.7', '198.51.100.8']

test('without IPv6 of its own a machine tries only the IPv4 addresses of a host that has both', () => {
  expect(tried(both, '192.0.2.1')).toEqual(['198.51.100.7', '198.51.100.8'])
  expect(tried(both, '192.0.2.1', 'fe80::1')).toEqual(['198.51.100.7', '198.51.100.8'])
  expect(tried(both, '172.17.0.2', 'fd00::2')).toEqual(['198.51.100.7', '198.51.100.8'])
})

test('with IPv6 of its own a machine tries these first: the last one has as long as it needs', () => {
  expect(tried(both, '192.0.2.1', '2001:db8::1')).toEqual(['2606:4700::7', '198.51.100.7', '198.51.100.8'])
})

test('private IPv6 addresses are tried, and all by a machine that has no IPv4', () => {
  expect(tried(['fd00::9', '10.0.0.9'], '10.0.0.2', 'fd00::2')).toEqual(['10.0.0.9', 'fd00::9'])
  expect(tried(both, 'fd00::2')).toEqual(['2606:4700::7', '198.51.100.7', '198.51.100.8'])
})

test('a host that has only IPv6 addresses is tried all the same', () => {
  expect(addressesToTry(['2606:4700::7'], { lo: loopback })).toEqual([{ address: '2606:4700::7', family: 6 }])
})
