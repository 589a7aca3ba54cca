import { describe, expect, test } from 'vitest'
import { readAllowedHost } from '#api/platform/settings/allowed-hosts.ts'
import { checkUrl } from './check-url.ts'
import { isPublicAddress } from './public-address.ts'

const isRefused = (url: string): boolean => typeof checkUrl(url, []) === 'string'

/** Of every network with a special purpose: its first and last address, and one within. */
const special4 = [
  ['0.0.0.0', '0.0.0.1', '0.255.255.255'],
  ['10.0.0.0', '10.1.2.3', '10.255.255.255'],
  ['100.64.0.0', '100.100.100.200', '100.127.255.255'],
  ['127.0.0.0', '127.0.0.1', '127.255.255.255'],
  ['169.254.0.0', '169.254.169.254', '169.254.255.255'],
  ['172.16.0.0', '172.20.10.1', '172.31.255.255'],
  ['192.0.0.0', '192.0.0.170', '192.0.0.255'],
  ['192.0.2.0', '192.0.2.1', '192.0.2.255'],
  ['192.31.196.0', '192.31.196.1', '192.31.196.255'],
  ['192.52.193.0', '192.52.193.1', '192.52.193.255'],
  ['192.88.99.0', '192.88.99.1', '192.88.99.255'],
  ['192.168.0.0', '192.168.1.1', '192.168.255.255'],
  ['192.175.48.0', '192.175.48.1', '192.175.48.255'],
  ['198.18.0.0', '198.19.1.1', '198.19.255.255'],
  ['198.51.100.0', '198.51.100.1', '198.51.100.255'],
  ['203.0.113.0', '203.0.113.1', '203.0.113.255'],
  ['224.0.0.0', '239.1.1.1', '239.255.255.255'],
  ['240.0.0.0', '250.1.1.1', '255.255.255.255'],
  // Azure's own services, at an address that looks public.
  ['168.63.129.16'],
].flat()

const special6 = [
  ['::', '::1', '::2'],
  ['64:ff9b:1::', '64:ff9b:1::a00:1', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'],
  ['100::', '100::1', '100:0:0:1::1'],
  ['2001:2::', '2001:2:0:ffff::1', '2001:3::1', '2001:4:112::1', '2001:10::1', '2001:20::1', '2001:30::1'],
  ['2001:db8::', '2001:db8::1', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2620:4f:8000::1', '3fff::', '3fff:fff:ffff::1', '5f00::1', '4000::1', '8000::1', 'e000::1'],
  ['fc00::', 'fc00::1', 'fd00:ec2::254', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['fe80::', 'fe80::1', 'febf:ffff::1', 'fec0::1', 'feff::1'],
  ['ff00::', 'ff02::1', 'ff0e::1', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
].flat()

const octets = (address: string): number[] => address.split('.').map(Number)
const hex = (address: string): [string, string] => {
  const [a = 0, b = 0, c = 0, d = 0] = octets(address)
  return [((a << 8) | b).toString(16), ((c << 8) | d).toString(16)]
}

/** The forms of IPv6 that a gateway or an operating system turns into this IPv4 address. */
function embedded(address: string): string[] {
  const [high, low] = hex(address)
  const inverted = octets(address).map((octet) => octet ^ 255)
  const [teredoHigh, teredoLow] = hex(inverted.join('.'))
  return [
    `::ffff:${high}:${low}`,
    `::ffff:${address}`,
    `::${high}:${low}`,
    `::${address}`,
    `::ffff:0:${high}:${low}`,
    `64:ff9b::${high}:${low}`,
    `64:ff9b::${address}`,
    `64:ff9b:1::${high}:${low}`,
    `2002:${high}:${low}::1`,
    `2001:0:4136:e378:8000:63bf:${teredoHigh}:${teredoLow}`,
    `2001:0:${high}:${low}:8000:63bf:3fff:fdd2`,
  ]
}

/** Unusual spellings of an IPv4 address that a URL parser or inet_aton accepts. */
function disguises(address: string): string[] {
  const [a = 0, b = 0, c = 0, d = 0] = octets(address)
  const number = ((a << 24) >>> 0) + (b << 16) + (c << 8) + d
  const fullwidth = [...address].map((one) =>
    one === '.' ? '。' : String.fromCodePoint(one.codePointAt(0)! + 0xfee0),
  )
  return [
    String(number),
    `0x${number.toString(16)}`,
    `0X${number.toString(16).toUpperCase()}`,
    `0${number.toString(8)}`,
    `0x${a.toString(16)}.0x${b.toString(16)}.0x${c.toString(16)}.0x${d.toString(16)}`,
    `0${a.toString(8)}.0${b.toString(8)}.0${c.toString(8)}.0${d.toString(8)}`,
    `000${a.toString(8)}.${b}.${c}.${d}`,
    `${a}.${(b << 16) + (c << 8) + d}`,
    `${a}.${b}.${(c << 8) + d}`,
    `0x${a.toString(16)}.${(b << 16) + (c << 8) + d}`,
    `${address}.`,
    `${address}..`,
    fullwidth.join(''),
    [...address].map((one) => `%${one.codePointAt(0)!.toString(16)}`).join(''),
  ]
}

const insides = [
  '127.0.0.1',
  '10.1.2.3',
  '169.254.169.254',
  '192.168.1.1',
  '172.16.0.1',
  '100.64.0.1',
  '0.0.0.0',
]
const outsides = ['8.8.8.8', '93.184.215.14']
const addresses = [...special4, ...special6, ...[...insides, ...outsides].flatMap(embedded)]
const hosts = [
  ...special4,
  ...[...special6, ...[...insides, ...outsides].flatMap(embedded)].map((address) => `[${address}]`),
  ...[...insides, ...outsides].flatMap(disguises),
  ...[
    '[fe80::1%25eth0]',
    '[fe80::1%eth0]',
    '[::1%25lo]',
    '[2606:4700:4700::1111%25eth0]',
    '[::ffff:127.1]',
    '[127.0.0.1]',
  ],
  ...[
    'localhost',
    'LOCALHOST',
    'localhost.',
    'ｌｏｃａｌｈｏｓｔ',
    '%6c%6fcalhost',
    'intranet',
    'db',
    'hooks.example.',
    '.',
    '..',
  ],
  ...[
    'hooks..example',
    '-',
    'a'.repeat(64) + '.example',
    `${'a.'.repeat(127)}example`,
    'hooks.example%00.evil.example',
  ],
]

test('there are at least 300 forms here, and no two are the same', () => {
  expect(new Set(hosts).size).toBe(hosts.length)
  expect(hosts.length).toBeGreaterThan(300)
})

test.each(hosts)('https://%s/ is refused', (host) => {
  for (const authority of [host, `${host}:443`, `${host}:8443`])
    expect(isRefused(`https://${authority}/`)).toBe(true)
})

test.each(addresses)('%s is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

const publicAddresses = [
  ...['1.1.1.1', '8.8.8.8', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255'],
  ...[
    '128.0.0.0',
    '169.253.255.255',
    '169.255.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.0.1.0',
    '192.0.3.0',
  ],
  ...['192.167.255.255', '192.169.0.0', '198.17.255.255', '198.20.0.0', '223.255.255.255'],
  ...['2606:4700:4700::1111', '2001:4860:4860::8888', '2a00:1450:400a:808::200e', '2400:cb00::1', '2003::1'],
]

test.each(publicAddresses)('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true)
  expect(isRefused(`https://${address.includes(':') ? `[${address}]` : address}/`)).toBe(false)
})

test.each([
  '',
  ' ',
  '127.1',
  '0x8.8.8.8',
  '08.8.8.8',
  '8.8.8',
  '8.8.8.8 ',
  '8.8.8.8/32',
  '2606:4700::1%eth0',
  'x',
])('%j, which no resolver answers, is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

describe('a URL', () => {
  const refusals = {
    malformed: [
      ...[
        '',
        'hooks.example',
        '//hooks.example/',
        'https:hooks.example',
        'https:/hooks.example',
        'https:///hooks.example',
      ],
      ...[
        'https://',
        'https://?',
        'https://#',
        ' https://hooks.example/',
        'https://hooks.example/ ',
        'https://hooks.example/a b',
      ],
      ...[
        'https://hooks.example\\@10.0.0.1/',
        'https:\\\\10.0.0.1/',
        'https://hooks.exa\tmple/',
        'https://hooks.exa\nmple/',
      ],
      ...[
        'https://hooks.example/\u0000',
        'https://hooks.example:70000/',
        'https://hooks.example:port/',
        'https://[::1',
        'https://[]/',
      ],
      ...[
        'javascript:alert(1)',
        'data:text/plain,hello',
        'https://1.2.3.4.5/',
        'https://256.1.1.1/',
        'https://08.8.8.8/',
      ],
      `https://hooks.example/${'a'.repeat(4096)}`,
    ],
    not_https: [
      ...[
        'http://hooks.example/',
        'HTTP://hooks.example/',
        'ftp://hooks.example/',
        'file://hooks.example/etc/passwd',
      ],
      ...['gopher://hooks.example/', 'ws://hooks.example/', 'wss://hooks.example/', 'unix://hooks.example/'],
    ],
    credentials: [
      ...['https://user@hooks.example/', 'https://user:password@hooks.example/', 'https://@hooks.example/'],
      ...['https://:@hooks.example/', 'https://hooks.example@10.0.0.1/', 'https://10.0.0.1@hooks.example/'],
    ],
    port_refused: [
      ...[0, 1, 21, 22, 23, 25, 53, 80, 110, 139, 143, 389, 445, 465, 587, 993, 1023].map(
        (port) => `https://hooks.example:${port}/`,
      ),
      ...[2375, 2379, 3306, 5432, 6000, 6379, 6443, 6667, 9200, 10250, 11211, 27017].map(
        (port) => `https://hooks.example:${port}/`,
      ),
    ],
  }
  const cases = Object.entries(refusals).flatMap(([reason, urls]) =>
    urls.map((url) => [url, reason] as const),
  )

  test.each(cases)('%j is refused: %s', (url, reason) => {
    expect(checkUrl(url, [])).toBe(reason)
  })

  test.each([
    'https://hooks.example',
    'HTTPS://HOOKS.example/path?a=b&c=https://10.0.0.1#x',
    'https://hooks.example:443/',
    'https://hooks.example:8443/',
    'https://hooks.example:1024/',
    'https://bücher.example/',
    'https://xn--bcher-kva.example/',
    'https://under_score.hooks.example/@user',
  ])('%j may be tried', (url) => {
    expect(checkUrl(url, [])).toMatchObject({ isAllowed: false })
  })
})

describe('a host that the operator allows', () => {
  const hosts = [
    'callbacks.internal:8443',
    '10.1.2.3',
    'http://dev.internal:*',
    '[fd00::1]:5432',
    'LOCALHOST:9000',
  ].map((host) => readAllowedHost(host)!)

  test.each([
    'https://callbacks.internal:8443/',
    'https://CALLBACKS.internal:8443/x',
    'https://10.1.2.3/',
    'http://dev.internal/',
    'http://dev.internal:22/',
    'https://dev.internal:8443/',
    'https://[fd00::1]:5432/',
    'https://localhost:9000/',
  ])('is reached at %s', (url) => {
    expect(checkUrl(url, hosts)).toMatchObject({ isAllowed: true })
  })

  test.each([
    ['https://10.1.2.4/', 'host_refused'],
    ['https://167838211/', 'host_refused'],
    ['https://10.1.2.3:8443/', 'host_refused'],
    ['http://10.1.2.3/', 'not_https'],
    ['http://callbacks.internal:8443/', 'not_https'],
    ['https://user@10.1.2.3/', 'credentials'],
    ['https://localhost/', 'host_refused'],
    ['https://callbacks.internal.:8443/', 'host_refused'],
    ['https://[fd00::1]/', 'host_refused'],
    ['https://localhost:22/', 'port_refused'],
  ])('is not %s', (url, reason) => {
    expect(checkUrl(url, hosts)).toBe(reason)
  })

  test('is not one of its subdomains', () => {
    expect(checkUrl('https://x.callbacks.internal:8443/', hosts)).toMatchObject({ isAllowed: false })
  })
})
