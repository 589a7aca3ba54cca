import { execFileSync } from 'node:child_process'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { wasmTypst } from '#api/platform/typst/wasm-typst.ts'
import { composeProtocol, type Protocol, type ProtocolEvent } from './protocol.ts'
import { protocolPage } from './protocol-page.ts'
import { renderProtocolPdf } from './protocol-pdf.ts'

const ink = { width: 300, height: 100, channels: 4 as const, background: { r: 22, g: 32, b: 46, alpha: 0.5 } }
const pictures = [(await sharp({ create: ink }).png().toBuffer()).toString('base64')]
const imagesIn = (pdf: Uint8Array) => execFileSync('pdfimages', ['-list', '-'], { input: pdf }).toString()

const at = new Date('2026-11-20T09:31:00Z')

function aProtocol({
  title = 'Rental contract',
  firstName = 'Anna',
  events = 1,
  pictures = [] as string[],
  fieldName = null as string | null,
  changes = null as Record<string, { before: string; after: string }> | null,
} = {}): Protocol {
  const person = { kind: 'account', name: firstName, email: 'anna@example.org' }
  const event = (seq: number): ProtocolEvent => ({
    seq,
    type: 'opened',
    at,
    actor: { ...person, address: '192.0.2.7', userAgent: 'Browser' },
    data: {},
    hash: 'ab'.repeat(32),
  })
  const signed = (name: string): ProtocolEvent => ({
    ...event(events + 1),
    type: 'signed',
    data: {
      signatureId: 's',
      quality: 'SES',
      documents: [
        {
          documentId: 'd',
          versionId: 'v',
          sha256: 'ef'.repeat(32),
          certificateSubject: 'CN=Countersign',
          certificateSerial: '01',
          certificateIssuer: 'CN=Root',
          timestampTime: at.toISOString(),
          fieldName: name,
        },
      ],
    },
  })
  return composeProtocol({
    madeAt: at,
    verifyAt: 'https://sign.example.test/verify',
    request: {
      id: '0b0e4f3c-6d0c-4f39-9a51-0d3c6f2f7c11',
      title,
      message: '',
      status: 'OPEN',
      quality: 'SES',
      legislation: null,
      owner: { id: 'a', name: 'Ben', email: 'ben@example.org' },
      createdAt: at,
      initiatedAt: at,
      completedAt: null,
      expiresAt: null,
    },
    business: null,
    documents: [],
    signers: [
      {
        id: 's',
        accountId: null,
        firstName,
        lastName: '',
        email: 'anna@example.org',
        mobile: null,
        status: 'OPEN',
        signedAt: null,
        group: null,
        pictures,
      },
    ],
    observers: ['olga@example.org'],
    attachments: [{ id: 'f', name: 'Plan.pdf', size: 2048, sha256: 'cd'.repeat(32) }],
    events: [
      ...Array.from({ length: events }, (_, index) => event(index + 1)),
      ...(fieldName === null ? [] : [signed(fieldName)]),
      ...(changes === null
        ? []
        : [{ ...event(events + 1), type: 'changed', data: { fields: Object.keys(changes), changes } }]),
    ],
  })
}

const given = (protocol: Protocol, language: 'en' | 'de' | 'fr' | 'it' = 'en') => ({
  page: protocolPage(protocol, language),
  logo: null,
  pictures: protocol.signers.map((signer) => signer.pictures),
  madeAt: at,
})

async function render(protocol: Protocol, language: 'en' | 'de' | 'fr' | 'it' = 'en') {
  const pdf = await renderProtocolPdf(given(protocol, language))
  return {
    pdf,
    text: execFileSync('pdftotext', ['-', '-'], { input: pdf }).toString().replaceAll('\u200B', ''),
  }
}

test.each([
  ['en', 'Audit trail'],
  ['de', 'Signaturprotokoll'],
  ['fr', 'Journal de signature'],
  ['it', 'Registro delle firme'],
] as const)('in %s it is headed %s', async (language, heading) => {
  expect((await render(aProtocol(), language)).text).toContain(heading)
})

test.each(['Ελένη Παπαδοπούλου', 'Дмитрий Ђорђевић', '李明', '김철수', 'สมชาย', 'Łukasz Żółć'])(
  'the name %s is there to be read',
  async (firstName) => {
    expect((await render(aProtocol({ firstName }))).text).toContain(firstName)
  },
)

test('of a corrected right-to-left value the earlier one is before the arrow', async () => {
  const changes = { title: { before: 'הסכם', after: 'חוזה' } }
  const { pdf } = await render(aProtocol({ changes }))
  const words = execFileSync('pdftotext', ['-bbox', '-', '-'], { input: pdf }).toString()
  // As it is seen, from the left: letters that run to the left come last first.
  const seen = [...words.matchAll(/xMin="([\d.]+)" yMin="([\d.]+)".*>(.*)</g)]
    .map(([, x, y, text]) => ({ x: Number(x), y: Math.round(Number(y)), text }))
    .filter(({ y }, _, all) => all.some((word) => word.text?.includes('→') && Math.abs(word.y - y) < 5))
    .toSorted((one, other) => one.x - other.x)
    .map(({ text }) => text)
    .join(' ')
  expect(seen).toMatch(/םכסה\P{L}*→\P{L}*הזוח/u)
})

test('a character that no font has does not keep the rest from being shown', async () => {
  const { text } = await render(aProtocol({ title: 'Contract \u{13000} of Anna' }))
  expect(text).toContain('Contract \uFFFD of Anna')
})

test.each([
  ['a skin tone', [...'0123456789'].map((digit) => `${digit}\u{1F3FB}`).join(' ')],
  ['an enclosing mark', '1\uFE0F\u20E3 a\u20DD'],
  ['a private character', 'no \uE000 \uF8FF'],
])('what a signer writes with %s is replaced there and nowhere else', async (_, written) => {
  const { text } = await render(aProtocol({ firstName: `Anna ${written}` }))
  expect(text).toContain('0b0e4f3c-6d0c-4f39-9a51-0d3c6f2f7c11')
  expect(text).toContain('20 Nov 2026, 09:31:00 UTC')
  expect(text).toContain('Rental contract')
  expect(text).toContain('Anna')
  expect(text).toContain('\uFFFD')
})

test.each(['தமிழ் செல்வன்', 'សុខា', 'အောင်ဆန်း', '\u0B95\u0BCD', '\u0301a', '\u200D\u0BCD'])(
  'there is an audit trail with the name %s, whatever of it can be shown',
  async (name) => {
    const { text } = await render(aProtocol({ firstName: `${name} Anna`, title: `${name}1` }))
    expect(text).toContain('Audit trail')
    expect(text).toContain('anna@example.org')
    expect(text).toContain('20 Nov 2026')
  },
)

test('an accent that was typed as a character of its own is shown', async () => {
  const { text } = await render(aProtocol({ firstName: 'Rene\u0301 Zu\u0308rcher' }))
  expect(text.normalize('NFC')).toContain('René Zürcher')
})

test('what people write is text, never markup', async () => {
  const title = '#panic("x") *b* _i_ $x$ <l> @r `c` \\u{41} //'
  expect((await render(aProtocol({ title }))).text).toContain(title)
})

test('the image of a signature is shown, with its size kept', async () => {
  const { pdf, text } = await render(aProtocol({ pictures }))
  expect(text).toContain('Signature image')
  expect(imagesIn(pdf)).toMatch(/\b300 +100\b/)
})

test('a signature image that is left out is said to be, and where it is found', async () => {
  const protocol = aProtocol({ pictures })
  const none = protocol.signers.map(() => [])
  const pdf = await renderProtocolPdf({
    page: protocolPage(protocol, 'en', none),
    logo: null,
    pictures: none,
    madeAt: at,
  })
  const text = execFileSync('pdftotext', ['-', '-'], { input: pdf }).toString().replaceAll('\u200B', '')
  expect(text.replaceAll(/\s+/g, ' ')).toContain('Left out of this PDF because of its size.')
  expect(imagesIn(pdf)).not.toContain('image')
})

test('what is attached is there with its hash, and who looks on', async () => {
  const { text } = await render(aProtocol())
  for (const shown of ['Attachments', 'Plan.pdf', 'cd'.repeat(16), 'Observers', 'olga@example.org'])
    expect(text).toContain(shown)
})

test('a long word stays on the page, and a long history continues over pages', async () => {
  const { pdf, text } = await render(aProtocol({ title: 'x'.repeat(200), events: 60 }))
  expect(text.replaceAll('\n', '')).toContain('x'.repeat(200))
  expect(text).toContain('60. Opened')
  const info = execFileSync('pdfinfo', ['-'], { input: pdf }).toString()
  expect(Number(/Pages:\s+(\d+)/.exec(info)?.[1])).toBeGreaterThan(3)
  expect(info).toMatch(/Tagged:\s+yes/)
})

test.each([
  ['one word', 'Tenant'.repeat(30)],
  ['words without a break between', 'Tenant\u00A0'.repeat(30) + 'end'],
])('the name of a signature field that is long stays on the page: %s', async (_, fieldName) => {
  const { pdf } = await render(aProtocol({ fieldName }))
  const layout = execFileSync('pdftotext', ['-bbox', '-', '-'], { input: pdf }).toString()
  const edges = [...layout.matchAll(/xMax="([\d.]+)"[^>]*>[^<]*(?:Tenant|nant)/g)].map(([, x]) => Number(x))
  expect(edges.length).toBeGreaterThan(1)
  // A4 with a margin of 18 mm.
  for (const edge of edges) expect(edge).toBeLessThanOrEqual(((210 - 18) / 25.4) * 72)
})

test('without an addon for the machine the portable compiler sets the same pages', async () => {
  for (const firstName of ['Ελένη', '李明', 'Łukasz']) {
    const pdf = await renderProtocolPdf(given(aProtocol({ firstName, events: 60, pictures })), wasmTypst)
    expect(imagesIn(pdf)).toMatch(/\b300 +100\b/)
    const text = execFileSync('pdftotext', ['-', '-'], { input: pdf }).toString()
    for (const shown of [firstName, 'Audit trail', '60. Opened', 'Plan.pdf']) expect(text).toContain(shown)
    expect(execFileSync('pdfinfo', ['-'], { input: pdf }).toString()).toMatch(/Tagged:\s+yes/)
  }
  const typst = await wasmTypst([])
  expect(() => typst.pdf({ source: '#panic("broken")' })).toThrow(/broken/)
})
