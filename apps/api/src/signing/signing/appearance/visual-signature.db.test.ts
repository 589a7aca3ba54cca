import { randomBytes } from 'node:crypto'
import { downloadDocument } from '@countersign/contract/documents.ts'
import * as requests from '@countersign/contract/signature-requests.ts'
import { previewSignature, sign, signDirect } from '@countersign/contract/signing.ts'
import * as visuals from '@countersign/contract/visual-signatures.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import sharp from 'sharp'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { checkOutside } from '#api/testing/documents/outside-validators.ts'
import { aPdf } from '#api/testing/pdf.ts'
import { appearanceIn } from '#api/testing/documents/signature-appearance.ts'
import { aSignatureRequest, guestOf, linkIn } from '#api/testing/signature-request.ts'
import { photograph, strokes, unevenPaper } from '#api/documents/visual-signatures/test-pictures.ts'

let api: TestApi
let ben: Person
let anna: Person
beforeAll(async () => {
  api = await startTestApi()
  ben = await api.person({ firstName: 'Ben' })
})
afterAll(() => api?.stop())

const asSigner = ({ email, firstName, lastName }: Person) => ({ email, firstName, lastName })
const requestFor = (signer: Person, more: { quality?: 'DEMO'; documents?: Buffer[] } = {}) =>
  aSignatureRequest(api, { owner: ben, signers: [asSigner(signer)], ...more })

async function keep(person: Person, body: object, isDrawn = false) {
  const kept = await api.call(visuals.createVisualSignature, { body }, person.as)
  if (!isDrawn) return kept
  const content = (await strokes().png().toBuffer()).toString('base64')
  return api.call(visuals.setSignatureImage, { params: { id: kept.id }, body: { content } }, person.as)
}

type Visual =
  | { id?: string; image?: { content: string; content_type: 'image/png'; removeBackground?: boolean } }
  | null
  | undefined
/** Signs each of the request's documents with what is given for it. */
function order(request: { id: string; documents: { id: string }[] }, ...looks: Visual[]) {
  const documentSignatures = looks.map((visualSignature, index) => ({
    documentId: request.documents[index]?.id ?? '',
    ...(visualSignature === undefined ? {} : { visualSignature }),
  }))
  return { body: { signatureRequests: [{ signatureRequestId: request.id, documentSignatures }] } }
}

async function signedFile(id: string, index = 0): Promise<Buffer> {
  const { documents } = await api.call(requests.getSignatureRequest, { params: { id } }, ben.as)
  const wanted = { params: { id: documents[index]?.id ?? '' }, query: { signed: 'true' as const } }
  return Buffer.from(await (await api.call(downloadDocument, wanted, ben.as)).arrayBuffer())
}

const seenIn = async (id: string, index = 0) => appearanceIn(await signedFile(id, index))
// Where nobody says which time zone is the signer's. Month and day as each language writes them.
const time = expect.stringMatching(/^\d\d[ .](\w{3,4}|\d\d)[ .]\d{4}, \d\d:\d\d UTC$/)

beforeAll(async () => {
  anna = await api.person({ firstName: 'Anna', lang: 'de' })
})

describe('a kept visual signature', () => {
  test('is what a document shows, and outside validators find the signature valid', async () => {
    const anne = await api.person({ firstName: 'Anne' })
    const { id } = await keep(
      anne,
      {
        name: 'Dr. Anne Keller',
        optionalLine: 'Keller AG',
        location: 'Zürich',
        displayStandards: false,
        language: 'fr',
      },
      true,
    )
    const request = await requestFor(anne)
    const { signatures } = await api.call(sign, order(request, { id }), anne.as)
    expect(signatures).toMatchObject([{ status: 'SIGNED' }])
    expect(await seenIn(request.id)).toEqual({
      hasPicture: true,
      lines: [
        'Dr. Anne Keller',
        'Signé par Anne Keller',
        'Keller AG',
        'Signé électroniquement',
        expect.stringMatching(/^Zürich, .* UTC$/),
      ],
    })
    const file = await signedFile(request.id)
    // The signature itself carries the account's name, whatever the picture says.
    expect(file.toString('latin1')).toContain('/Name (Anne Keller)')
    expect(file.toString('latin1')).toContain('/Location ')
    const outside = await checkOutside(file, await (await fetch(`${api.url}/pki/anchors.pem`)).text())
    expect(outside).toMatchObject({
      signatures: [
        { kind: 'signature', openssl: 'ok' },
        { kind: 'document_timestamp', openssl: 'ok', coversWholeFile: true },
      ],
      qpdf: 'clean',
    })
    expect(outside.pdfsig[0]).toMatchObject({
      signature: 'Signature is Valid.',
      certificate: 'Certificate is Trusted.',
    })
  })

  test('left out it is the default one; null is the name alone; each document has its own', async () => {
    const dora = await api.person({ firstName: 'Dora' })
    await keep(dora, { optionalLine: 'By default', displayClaim: false, displayStandards: false })
    const other = await keep(
      dora,
      { optionalLine: 'The other', displayClaim: false, displayStandards: false },
      true,
    )
    const request = await requestFor(dora, { documents: [aPdf(), aPdf(), aPdf()] })
    await api.call(sign, order(request, undefined, null, { id: other.id }), dora.as)
    expect(await seenIn(request.id, 0)).toEqual({
      lines: ['Dora Keller', 'By default', time],
      hasPicture: false,
    })
    expect(await seenIn(request.id, 1)).toEqual({
      lines: ['Dora Keller', 'Signed electronically', 'SES', time],
      hasPicture: false,
    })
    expect(await seenIn(request.id, 2)).toEqual({
      lines: ['Dora Keller', 'The other', time],
      hasPicture: true,
    })
  })

  test('where none is kept it is the name alone, in the signer’s language', async () => {
    const emil = await api.person({ firstName: 'Emil' })
    const signers = [{ ...asSigner(emil), language: 'de' as const }]
    const request = await aSignatureRequest(api, { owner: ben, signers })
    await api.call(sign, order(request), emil.as)
    expect((await seenIn(request.id)).lines).toEqual([
      'Emil Keller',
      'Elektronisch unterschrieben',
      'SES',
      time,
    ])
  })

  test('signing does not fail over a character that no font has', async () => {
    const fox = await api.person({ firstName: 'Zoë', lastName: 'Fox 🦊' })
    const request = await requestFor(fox)
    expect((await api.call(sign, order(request), fox.as)).signatures).toMatchObject([{ status: 'SIGNED' }])
  })

  test('marks a demonstration as one, whatever is turned off', async () => {
    const { id } = await keep(anna, { displayDate: false, displayClaim: false, displayStandards: false })
    const request = await requestFor(anna, { quality: 'DEMO' })
    await api.call(sign, order(request, { id }), anna.as)
    expect((await seenIn(request.id)).lines).toEqual(['Anna Keller', 'Demonstration, ohne Rechtswirkung'])
  })

  test('of someone else, of nobody, or together with a picture is refused, and nothing is signed', async () => {
    const bens = await keep(ben, {})
    const request = await requestFor(anna)
    const content = (await strokes({ width: 300, height: 140 }).png().toBuffer()).toString('base64')
    const image = { content, content_type: 'image/png' as const }
    const own = await keep(anna, {})
    const field = 'signatureRequests.0.documentSignatures.0.visualSignature'
    for (const [look, wrong] of [
      [{ id: bens.id }, `${field}.id`],
      [{ id: crypto.randomUUID() }, `${field}.id`],
      [{ id: own.id, image }, field],
    ] as const)
      expect(await api.ask(sign, order(request, look), anna.as)).toMatchObject({
        status: 400,
        error: { key: 'validation.failed', fields: [{ field: wrong }] },
      })
    expect(
      await api.call(requests.getSignatureRequestStatus, { params: { id: request.id } }, ben.as),
    ).toMatchObject({ status_overall: 'OPEN' })
  })

  test('is an account’s: who came by a link has none', async () => {
    const email = `carla.${crypto.randomUUID().slice(0, 8)}@example.org`
    const request = await aSignatureRequest(api, { owner: ben, signers: [{ email, firstName: 'Carla' }] })
    const { as } = guestOf(linkIn(await api.inbox.next(email)))
    const { id } = await keep(ben, {})
    expect(await api.ask(signDirect, order(request, { id }), as)).toMatchObject({ status: 400 })
    expect((await api.call(signDirect, order(request), as)).signatures).toMatchObject([{ status: 'SIGNED' }])
    expect((await seenIn(request.id)).lines).toEqual(['Carla', 'Signed electronically', 'SES', time])
  })
})

describe('a photographed signature', () => {
  const image = async (picture: Buffer) => ({
    content: (await sharp(picture).png().toBuffer()).toString('base64'),
    content_type: 'image/png' as const,
    removeBackground: true,
  })
  const asked = async () => {
    const email = `carla.${crypto.randomUUID().slice(0, 8)}@example.org`
    const request = await aSignatureRequest(api, { owner: ben, signers: [{ email, firstName: 'Carla' }] })
    return { request, guest: guestOf(linkIn(await api.inbox.next(email))) }
  }

  test('of a guest is printed without its paper', async () => {
    const { request, guest } = await asked()
    const photo = await photograph(strokes({ paper: unevenPaper }))
    const visualSignature = { image: await image(photo) }
    const field = await api.call(
      previewSignature,
      {
        params: { id: request.id, sigId: request.signatures[0]?.sid ?? '' },
        body: { documentId: request.documents[0]?.id ?? '', visualSignature },
      },
      guest.as,
    )
    const { data } = await sharp(Buffer.from(await field.arrayBuffer()))
      .flatten({ background: '#fff' })
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const [white, dark] = [data.filter((value) => value > 250), data.filter((value) => value < 110)]
    expect(white.length / data.length, 'paper').toBeGreaterThan(0.7)
    expect(dark.length, 'ink').toBeGreaterThan(100)
    await api.call(signDirect, order(request, visualSignature), guest.as)
    const status = async () =>
      (await api.call(requests.getSignatureRequestStatus, { params: { id: request.id } }, ben.as))
        .status_overall
    // A photograph is large: on a busy machine the call answers before its job is done.
    await expect.poll(status).toBe('SIGNED')
    expect((await seenIn(request.id)).hasPicture).toBe(true)
  })

  test('without ink is refused, and nothing is signed', async () => {
    const { request, guest } = await asked()
    const blank = sharp({ create: { width: 300, height: 140, channels: 3, background: '#f4f1e8' } })
    const visualSignature = { image: await image(await blank.jpeg().toBuffer()) }
    expect(await api.ask(signDirect, order(request, visualSignature), guest.as)).toMatchObject({
      status: 422,
      error: { key: 'image.invalid' },
    })
    expect(
      await api.call(requests.getSignatureRequestStatus, { params: { id: request.id } }, ben.as),
    ).toMatchObject({ status_overall: 'OPEN' })
  })
})

describe('the preview of a field', () => {
  const preview = (request: Awaited<ReturnType<typeof requestFor>>, as: string, more: object = {}) =>
    api.call(
      previewSignature,
      {
        params: { id: request.id, sigId: request.signatures[0]?.sid ?? '' },
        body: { documentId: request.documents[0]?.id ?? '', visualSignature: null, ...more },
      },
      as,
    )
  const sizeOf = async (file: Blob) => {
    const { width, height } = await sharp(Buffer.from(await file.arrayBuffer())).metadata()
    return { width, height }
  }

  test('is as large as the field, to an account and to a guest, and follows the signer’s clock', async () => {
    const request = await requestFor(anna)
    const [here, there] = await Promise.all(
      ['Europe/Zurich', 'Asia/Tokyo'].map((timeZone) => preview(request, anna.as, { timeZone })),
    )
    expect(await sizeOf(here as Blob)).toEqual({ width: 360, height: 120 })
    expect(Buffer.from(await (here as Blob).arrayBuffer())).not.toEqual(
      Buffer.from(await (there as Blob).arrayBuffer()),
    )
    const email = `carla.${crypto.randomUUID().slice(0, 8)}@example.org`
    const asked = await aSignatureRequest(api, { owner: ben, signers: [{ email, firstName: 'Carla' }] })
    const guest = guestOf(linkIn(await api.inbox.next(email)))
    expect(await sizeOf(await preview(asked, guest.as))).toEqual({ width: 360, height: 120 })
    const { signatures } = await api.call(requests.getSignatureRequest, { params: { id: asked.id } }, ben.as)
    expect(signatures[0]?.status_code).toBe('OPEN')
  })

  test('is the signer’s alone, and only of a document in which they have a field', async () => {
    const request = await requestFor(anna)
    const at = { id: request.id, sigId: request.signatures[0]?.sid ?? '' }
    const ask = (documentId: string, as: string) =>
      api.ask(previewSignature, { params: at, body: { documentId } }, as)
    const own = request.documents[0]?.id ?? ''
    expect(await ask(own, ben.as)).toMatchObject({ status: 404 })
    expect(await ask(crypto.randomUUID(), anna.as)).toMatchObject({ status: 404 })
  })
})

describe('someone who is asked twice', () => {
  const twice = () => aSignatureRequest(api, { owner: ben, signers: [asSigner(anna), asSigner(anna)] })
  const named = (signatureRequestId: string, signatureId: string) => ({
    body: { signatureRequests: [{ signatureRequestId, signatureId }] },
  })

  test('signs the one they name, and a second click is no second signature', async () => {
    const request = await twice()
    const [first = '', second = ''] = request.signatures.map(({ sid }) => sid)
    const clicks = await Promise.all(
      Array.from({ length: 4 }, () => api.call(sign, named(request.id, second), anna.as)),
    )
    expect(clicks.map(({ signatures }) => signatures[0])).toEqual(
      clicks.map(() => ({
        signatureRequestId: request.id,
        signatureId: second,
        status: 'SIGNED',
        error: null,
        step: null,
      })),
    )
    const { signatures } = await api.call(
      requests.getSignatureRequest,
      { params: { id: request.id } },
      ben.as,
    )
    expect(signatures.map(({ sid, status_code }) => [sid, status_code])).toEqual([
      [first, 'OPEN'],
      [second, 'SIGNED'],
    ])
    const again = await api.call(sign, named(request.id, second), anna.as)
    expect(again.signatures).toMatchObject([{ signatureId: second, status: 'SIGNED' }])
    const rest = await api.call(sign, named(request.id, first), anna.as)
    expect(rest.signatures).toMatchObject([{ signatureId: first, status: 'SIGNED' }])
  })

  test('may name no other’s', async () => {
    const request = await aSignatureRequest(api, { owner: ben, signers: [asSigner(anna), asSigner(ben)] })
    const bens = request.signatures.find(({ account_email }) => account_email === ben.email)?.sid ?? ''
    for (const id of [bens, crypto.randomUUID()])
      expect(await api.ask(sign, named(request.id, id), anna.as)).toMatchObject({
        status: 404,
        error: { key: 'not_found' },
      })
  })
})

/** That can't be compressed: three bytes for each pixel. */
const noise = async (height: number) => {
  const raw = { width: 600, height, channels: 3 } as const
  const png = await sharp(randomBytes(600 * height * 3), { raw })
    .png()
    .toBuffer()
  return { content: png.toString('base64'), content_type: 'image/png' as const }
}

test('images of several megabytes come in one call, apart from its JSON', async () => {
  const request = await requestFor(anna, { documents: Array.from({ length: 5 }, () => aPdf()) })
  const looks = await Promise.all(request.documents.map(async () => ({ image: await noise(560) })))
  const ordered = order(request, ...looks)
  expect(JSON.stringify(ordered.body).length).toBeGreaterThan(6_000_000)
  expect(await api.ask(sign, ordered, anna.as)).toMatchObject({ status: 200 })
  await expect
    .poll(
      async () =>
        (await api.call(requests.getSignatureRequest, { params: { id: request.id } }, ben.as)).status_overall,
    )
    .toBe('SIGNED')
  expect((await signedFile(request.id, 4)).includes('/Subtype /Image')).toBe(true)
})

test('an image of more than 1.05 MB is refused by its field, and JSON of more than 4 MB as a whole', async () => {
  const request = await requestFor(anna)
  const field = 'signatureRequests.0.documentSignatures.0.visualSignature.image.content'
  const refused = await api.ask(sign, order(request, { image: await noise(640) }), anna.as)
  expect(refused).toMatchObject({ status: 400, error: { fields: [{ field, code: 'too_big' }] } })
  const { body } = order(request, { image: await noise(10) })
  const large = { body: { ...body, language: 'e'.repeat(5_000_000) as 'en' } }
  expect(await api.ask(sign, large, anna.as)).toMatchObject({ error: { key: 'request.too_large' } })
})
