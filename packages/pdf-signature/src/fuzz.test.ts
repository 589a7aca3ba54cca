import { expect, test } from 'vitest'
import { aPki } from './cms/testing/sample-authority.ts'
import { inspect } from './inspect.ts'
import { PdfError } from './pdf-error.ts'
import { placeSignatureFields } from './place-fields.ts'
import { prepareSignature } from './prepare.ts'
import { refusal } from './refusal.ts'
import { rewriteDocument } from './rewrite.ts'
import { joined, signAll } from './testing/ceremony.ts'
import { aPdf, streamObject } from './testing/pdf-builder.ts'
import { validatePdf } from './validate.ts'

const pki = aPki()
const rect = { x: 5, y: 5, width: 50, height: 20 }
const fields = [{ name: 'Anna', page: 0, rect }]
const samples = (['table', 'stream', 'object_streams', 'hybrid'] as const).flatMap((style) => [
  aPdf({ style, pages: 3, page: '/Annots 60 0 R', objects: { 60: '[]', 61: streamObject('data') } }),
  joined(signAll(aPdf({ style }), pki, { fields })),
])

/** Mulberry32: the same sequence for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

const tokens = [
  '<<',
  '>>',
  '[',
  ']',
  '(',
  ')',
  ' 1 0 R',
  ' 2 0 R',
  'endobj',
  'stream',
  '/Kids',
  '/Prev',
  '/Length',
  '9999999999',
  '-1',
  '%',
  '/Parent 10 0 R',
]

function mutate(sample: Buffer, random: () => number): Buffer {
  const bytes = Buffer.from(sample)
  const below = (end: number) => Math.floor(random() * end)
  for (let i = below(6) + 1; i > 0; i--) {
    const at = below(bytes.length)
    const kind = below(5)
    if (kind === 0) bytes.writeUInt8(below(256), at)
    else if (kind === 1) bytes.write(tokens[below(tokens.length)] ?? '', at, 'latin1')
    else if (kind === 2) bytes.copyWithin(at, below(bytes.length), below(bytes.length))
    else if (kind === 3) return bytes.subarray(0, at)
    else bytes.fill(below(256), at, Math.min(bytes.length, at + below(40)))
  }
  return bytes
}

function onlyPdfErrors(work: () => unknown): void {
  try {
    work()
  } catch (error) {
    if (!(error instanceof PdfError)) throw error
  }
}

test.each([1, 2, 3, 4, 5])(
  'no mutation makes the engine hang or fail in an unforeseen way (seed %i)',
  (seed) => {
    const random = randomOf(seed)
    let slowest = 0
    for (let i = 0; i < 600; i++) {
      const bytes = mutate(samples[i % samples.length] ?? Buffer.alloc(0), random)
      const start = performance.now()
      refusal(inspect(bytes))
      validatePdf(bytes, { anchors: [pki.root.certificate.raw], at: new Date() })
      onlyPdfErrors(() => rewriteDocument(bytes))
      onlyPdfErrors(() => placeSignatureFields(bytes, [{ name: 'New', page: 1, rect }]))
      onlyPdfErrors(() =>
        prepareSignature(bytes, { fieldName: 'Anna', signerName: 'Anna', time: new Date() }),
      )
      slowest = Math.max(slowest, performance.now() - start)
    }
    expect(slowest).toBeLessThan(3000)
  },
)
