import { getDirectVisualSignature } from '@countersign/contract/signing.ts'
import * as calls from '@countersign/contract/visual-signatures.ts'
import type { VisualSignature } from '@countersign/contract/visual-signatures.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aSignatureRequest, guestOf, linkIn } from '#api/testing/signature-request.ts'
import { OverLimit } from '#api/platform/threads/task.ts'
import { bomb, photograph, pixelsIn, strokes, unevenPaper, whitePaper } from './test-pictures.ts'

let api: TestApi
let ben: Person
beforeAll(async () => {
  api = await startTestApi()
  ben = await api.person({ firstName: 'Ben' })
})
afterAll(() => api?.stop())

const keep = (person: Person, body: object = {}) => api.call(calls.createVisualSignature, { body }, person.as)
const list = async (person: Person) =>
  (await api.call(calls.listVisualSignatures, {}, person.as)).visualSignatures
const one = ({ id }: VisualSignature) => ({ params: { id } })
const someone = () => api.person({ firstName: 'Dora', lang: 'de' })

describe('keeping', () => {
  test('what is left out comes from the account; there is none before', async () => {
    const dora = await someone()
    expect(await list(dora)).toEqual([])
    const none = await api.ask(calls.getDefaultVisualSignature, {}, dora.as)
    expect(none).toMatchObject({ status: 404, error: { key: 'not_found' } })
    const noPreview = await api.ask(calls.previewDefaultVisualSignature, {}, dora.as)
    expect(noPreview).toMatchObject({ status: 404 })

    const saved = await keep(dora)
    expect(saved).toMatchObject({
      alias: 'Unterschrift',
      kind: 'text',
      name: 'Dora Keller',
      optionalLine: null,
      location: null,
      displayDate: true,
      displayClaim: true,
      displayStandards: true,
      language: 'de',
      default: true,
      hasCustomImage: false,
      quality: 'SES',
      legislation: null,
      provider: null,
      placeholder: 'Unterschrift',
    })
    expect(await api.call(calls.getDefaultVisualSignature, {}, dora.as)).toEqual(saved)
    expect(await api.call(calls.getVisualSignature, one(saved), dora.as)).toEqual(saved)
  })

  test('one is changed in part; an empty line is none', async () => {
    const saved = await keep(ben, { optionalLine: 'Keller AG', location: 'Zürich' })
    const change = { ...one(saved), body: { location: '', displayDate: false, alias: 'Work' } }
    const changed = await api.call(calls.updateVisualSignature, change, ben.as)
    expect(changed).toMatchObject({
      alias: 'Work',
      optionalLine: 'Keller AG',
      location: null,
      displayDate: false,
      displayClaim: true,
    })
    expect(Date.parse(changed.updatedAt)).toBeGreaterThan(Date.parse(saved.updatedAt))
  })

  test('someone else’s looks like one that does not exist', async () => {
    const dora = await someone()
    const saved = await keep(ben)
    const body = { name: 'Mine now' }
    const content = (await strokes().png().toBuffer()).toString('base64')
    const answers = [
      await api.ask(calls.getVisualSignature, one(saved), dora.as),
      await api.ask(calls.updateVisualSignature, { ...one(saved), body }, dora.as),
      await api.ask(calls.deleteVisualSignature, one(saved), dora.as),
      await api.ask(calls.setSignatureImage, { ...one(saved), body: { content } }, dora.as),
      await api.ask(calls.deleteSignatureImage, one(saved), dora.as),
      await api.ask(calls.getSignatureImage, one(saved), dora.as),
      await api.ask(calls.previewDefaultVisualSignature, { query: { id: saved.id } }, dora.as),
    ]
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]))
    expect(await api.call(calls.getVisualSignature, one(saved), ben.as)).toMatchObject({ name: saved.name })
  })
})

describe('exactly one is the default', () => {
  test('the first, then the one that is made it, and after a deletion the newest other', async () => {
    const dora = await someone()
    const first = await keep(dora, { alias: 'first', default: false })
    const second = await keep(dora, { alias: 'second' })
    const third = await keep(dora, { alias: 'third', default: true })
    const defaults = async () => (await list(dora)).filter((saved) => saved.default).map(({ alias }) => alias)
    expect([first.default, second.default, third.default]).toEqual([true, false, true])
    expect(await defaults()).toEqual(['third'])
    expect((await list(dora)).map(({ alias }) => alias)).toEqual(['third', 'second', 'first'])

    const body = { default: true }
    await api.call(calls.updateVisualSignature, { ...one(first), body }, dora.as)
    expect(await defaults()).toEqual(['first'])
    await api.call(calls.deleteVisualSignature, one(first), dora.as)
    expect(await defaults()).toEqual(['third'])
    const refused = await api.ask(
      calls.updateVisualSignature,
      { ...one(third), body: { default: false } },
      dora.as,
    )
    expect(refused).toMatchObject({ status: 400, error: { fields: [{ field: 'default' }] } })
  })

  test('whatever many do at once', async () => {
    const dora = await someone()
    const saved = await Promise.all(Array.from({ length: 8 }, () => keep(dora, { default: true })))
    await Promise.all(
      saved.map((visual, index) =>
        index < 3
          ? api.call(calls.deleteVisualSignature, one(visual), dora.as)
          : api.call(calls.updateVisualSignature, { ...one(visual), body: { default: true } }, dora.as),
      ),
    )
    const left = await list(dora)
    expect(left).toHaveLength(5)
    expect(left.filter((visual) => visual.default)).toHaveLength(1)
  })

  test('at most 25 are kept, of thirty at once as well', async () => {
    const dora = await someone()
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => api.ask(calls.createVisualSignature, { body: {} }, dora.as)),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(25)
    expect(answers.filter(({ ok }) => !ok)[0]).toMatchObject({
      status: 409,
      error: { key: 'visual_signature.too_many' },
    })
    expect(await list(dora)).toHaveLength(25)
  })
})

describe('every character can be drawn', () => {
  const names = {
    Latin: 'Renée Ångström-Nguyễn',
    Cyrillic: 'Владимир Щербаков',
    Greek: 'Ελένη Παπαδοπούλου',
    Arabic: 'محمد بن عبد الله',
    Hebrew: 'דָּוִד כהן',
    Thai: 'สมชาย ใจดี',
    Chinese: '王小明',
    Korean: '김민준',
    Devanagari: 'अर्जुन क्षत्रिय',
  }
  test.each(Object.entries(names))('%s', async (_, name) => {
    const saved = await keep(await someone(), { name, optionalLine: name })
    expect(saved.name).toBe(name)
  })

  test('one that no font has is named, field by field', async () => {
    const body = { name: 'Ben 🦊', optionalLine: 'ok', location: 'ꙮ𓀀' }
    const refused = await api.ask(calls.createVisualSignature, { body }, ben.as)
    expect(refused).toMatchObject({
      status: 400,
      error: {
        key: 'validation.failed',
        fields: [
          { field: 'name', code: 'no_font', message: expect.stringContaining('🦊') },
          { field: 'location', code: 'no_font', message: expect.stringContaining('𓀀') },
        ],
      },
    })
    const { id } = await keep(ben)
    const change = { params: { id }, body: { name: 'Ben 🦊' } }
    expect(await api.ask(calls.updateVisualSignature, change, ben.as)).toMatchObject({ status: 400 })
    expect(
      await api.ask(calls.previewVisualSignature, { body: { ...typed, name: '🦊' } }, ben.as),
    ).toMatchObject({ status: 400, error: { fields: [{ field: 'name' }] } })
  })

  test('a name of nothing but marks that are not drawn is none', async () => {
    // An accent alone has no letter to stand on.
    for (const name of ['\u200b\u200e', '\u00ad', '\u0301'])
      expect(await api.ask(calls.createVisualSignature, { body: { name } }, ben.as)).toMatchObject({
        status: 400,
        error: { fields: [{ field: 'name', message: 'This field is required' }] },
      })
  })
})

const typed = {
  kind: 'drawn' as const,
  name: 'Ben Keller',
  displayDate: true,
  displayClaim: true,
  displayStandards: true,
  language: 'en' as const,
}

describe('the picture', () => {
  test('is kept as PNG, cropped, with its paper taken away, and goes again', async () => {
    const saved = await keep(ben)
    const photo = await photograph(strokes({ width: 1600, height: 900, paper: unevenPaper }))
    const body = { content: photo.toString('base64'), removeBackground: true }
    const withImage = await api.call(calls.setSignatureImage, { ...one(saved), body }, ben.as)
    expect(withImage).toMatchObject({ hasCustomImage: true, kind: 'uploaded' })
    const image = await api.call(calls.getSignatureImage, one(saved), ben.as)
    const { at, width } = await pixelsIn(new Uint8Array(await image.arrayBuffer()))
    expect(at(0, 0)[3]).toBe(0)
    expect(width).toBeLessThan(1000)

    const without = await api.call(calls.deleteSignatureImage, one(saved), ben.as)
    expect(without).toMatchObject({ hasCustomImage: false, kind: 'text' })
    expect(await api.ask(calls.getSignatureImage, one(saved), ben.as)).toMatchObject({ status: 404 })
  })

  test.each<[string, () => Promise<Buffer>, number, string]>([
    ['a bomb', () => bomb(30_000, 30_000), 413, 'image.too_large'],
    [
      '11 MB',
      async () => Buffer.concat([await strokes().png().toBuffer(), Buffer.alloc(11_000_000)]),
      413,
      'image.too_large',
    ],
    ['34 MB, of which nothing is read', async () => Buffer.alloc(34_000_000), 413, 'image.too_large'],
    ['an SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 422, 'image.invalid'],
    ['half a file', async () => (await strokes().png().toBuffer()).subarray(0, 900), 422, 'image.invalid'],
    [
      'a blank sheet',
      () =>
        sharp({ create: { width: 90, height: 60, channels: 3, background: '#fff' } })
          .png()
          .toBuffer(),
      422,
      'image.invalid',
    ],
  ])('%s is refused and changes nothing', async (_, make, status, key) => {
    const saved = await keep(await someone())
    const content = (await make()).toString('base64')
    const dora = await someone()
    const own = await keep(dora)
    const answer = await api.ask(calls.setSignatureImage, { ...one(own), body: { content } }, dora.as)
    expect(answer).toMatchObject({ status, error: { key } })
    expect(await api.call(calls.getVisualSignature, one(own), dora.as)).toEqual(own)
    const preview = { body: { ...typed, image: { content } } }
    expect(await api.ask(calls.previewVisualSignature, preview, dora.as)).toMatchObject({ status })
    expect(saved.hasCustomImage).toBe(false)
  })
})

describe('a picture that takes much', () => {
  const progressive = async (bytes = 0) => {
    const jpeg = strokes({ width: 2500, height: 1700, paper: whitePaper }).jpeg({ progressive: true })
    return Buffer.concat([await jpeg.toBuffer(), Buffer.alloc(bytes)])
  }
  const send = async (person: Person, visual: VisualSignature, picture: Buffer) => {
    const body = { content: picture.toString('base64') }
    return api.ask(calls.setSignatureImage, { ...one(visual), body }, person.as)
  }

  test('large pictures of two people are decoded one after the other', async () => {
    const picture = await progressive()
    const { render } = api.context.threads
    const run = render.run.bind(render)
    const log: string[] = []
    const watched: typeof render.run = async (task, input, options) => {
      if (!options?.heavy) return run(task, input, options)
      try {
        // The turn is given before the one who waited for the task before hears of it.
        return await run(task, input, {
          ...options,
          admit: () => void setImmediate(() => log.push('begins')),
        })
      } finally {
        log.push('ends')
      }
    }
    const watch = vi.spyOn(render, 'run').mockImplementation(watched)
    const people = [await someone(), await someone()]
    const visuals = await Promise.all(people.map((person) => keep(person)))
    const replies = await Promise.all(
      people.map((person, index) => send(person, visuals[index] as VisualSignature, picture)),
    )
    watch.mockRestore()
    expect(replies).toMatchObject([{ ok: true }, { ok: true }])
    expect(log).toEqual(['begins', 'ends', 'begins', 'ends'])
  })

  test('a picture that takes too long is called that, and is taken when it is sent again', async () => {
    const dora = await someone()
    const visual = await keep(dora)
    const picture = await strokes({ ink: '#102030' }).png().toBuffer()
    const watch = vi.spyOn(api.context.threads.render, 'run')
    // Its thread was ended, or the decoder gave up.
    watch.mockRejectedValueOnce(new OverLimit('readPicture took more than 20000 ms'))
    watch.mockResolvedValueOnce({ problem: 'too_complex' })
    const tooLong = { status: 422, error: { key: 'image.too_complex' } }
    expect(await send(dora, visual, picture)).toMatchObject(tooLong)
    expect(await send(dora, visual, picture)).toMatchObject(tooLong)
    watch.mockRestore()
    expect(await send(dora, visual, picture)).toMatchObject({ ok: true })
  })

  test('of one person’s pictures in forms no more is in memory at once than of those in JSON', async () => {
    const dora = await someone()
    const visual = await keep(dora)
    const { render } = api.context.threads
    const run = render.run.bind(render)
    let [running, most] = [0, 0]
    const watched: typeof render.run = async (task, input, options) => {
      running += 1
      most = Math.max(most, running)
      return run(task, input, options).finally(() => (running -= 1))
    }
    const watch = vi.spyOn(render, 'run').mockImplementation(watched)
    const replies = await Promise.all(
      [1, 2, 3, 4].map(async (more) => {
        const body = new FormData()
        body.set('image', new Blob([await progressive(5 * 1024 * 1024 + more)]), 'signature.jpg')
        return api.ask(calls.setSignatureImage, { ...one(visual), body: body as never }, dora.as)
      }),
    )
    watch.mockRestore()
    expect(replies.map(({ ok }) => ok)).toEqual([true, true, true, true])
    expect(most).toBe(1)
  })
})

describe('the preview', () => {
  const undated = { ...typed, displayDate: false }
  const png = async (blob: Blob) => {
    const bytes = new Uint8Array(await blob.arrayBuffer())
    const { width, height, format } = await sharp(bytes).metadata()
    const { channels } = await sharp(bytes).stats()
    // How much of it is not paper, from 0 to 255.
    return { bytes, width, height, format, ink: 255 - (channels[0]?.mean ?? 255) }
  }

  test('of what is typed has 300 × 140 points at two pixels a point, on white', async () => {
    const plain = await png(await api.call(calls.previewVisualSignature, { body: undated }, ben.as))
    expect(plain).toMatchObject({ width: 600, height: 280, format: 'png' })
    expect(plain.ink).toBeGreaterThan(0.5)
    const content = (await strokes().png().toBuffer()).toString('base64')
    const drawn = { body: { ...undated, image: { content } } }
    const withImage = await png(await api.call(calls.previewVisualSignature, drawn, ben.as))
    expect(withImage.ink).toBeGreaterThan(plain.ink)
    const asText = { body: { ...undated, kind: 'text' as const, image: { content } } }
    expect((await png(await api.call(calls.previewVisualSignature, asText, ben.as))).ink).toBeCloseTo(
      plain.ink,
      1,
    )
  })

  test('shows each line that is turned on, and the demonstration’s mark always', async () => {
    const off = { displayDate: false, displayClaim: false, displayStandards: false }
    const inkOf = async (body: object) =>
      (await png(await api.call(calls.previewVisualSignature, { body: { ...typed, ...body } }, ben.as))).bytes
    const bare = await inkOf(off)
    for (const on of ['displayDate', 'displayClaim', 'displayStandards'])
      expect(await inkOf({ ...off, [on]: true })).not.toEqual(bare)
    expect(await inkOf({ ...off, quality: 'DEMO' })).not.toEqual(bare)
    expect(await inkOf({ ...off, optionalLine: 'Keller AG' })).not.toEqual(bare)
  })

  test('of a kept one shows its picture, and the default one unless another is named', async () => {
    const dora = await someone()
    const first = await keep(dora, { kind: 'drawn', displayDate: false })
    const second = await keep(dora, { displayDate: false, name: 'Another Name' })
    const content = (await strokes().png().toBuffer()).toString('base64')
    const withPicture = await api.call(calls.setSignatureImage, { ...one(first), body: { content } }, dora.as)
    expect(withPicture.kind).toBe('drawn')
    const ask = async (query: { id?: string }) =>
      (await png(await api.call(calls.previewDefaultVisualSignature, { query }, dora.as))).bytes
    const [byDefault, named, other] = [
      await ask({}),
      await ask({ id: first.id }),
      await ask({ id: second.id }),
    ]
    expect(byDefault).toEqual(named)
    expect(other).not.toEqual(named)
    const again = {
      body: { ...typed, name: first.name, language: first.language, displayDate: false, id: first.id },
    }
    const typedAgain = await png(await api.call(calls.previewVisualSignature, again, dora.as))
    expect(typedAgain.bytes).toEqual(named)
  })
})

test('who came by a link is told how their signature will look', async () => {
  const email = `carla.${crypto.randomUUID().slice(0, 8)}@example.org`
  await aSignatureRequest(api, {
    owner: ben,
    quality: 'DEMO',
    signers: [{ email, firstName: 'Carla', lastName: 'Rossi', language: 'it' }],
  })
  const { as } = guestOf(linkIn(await api.inbox.next(email)))
  expect(await api.call(getDirectVisualSignature, {}, as)).toEqual({
    name: 'Carla Rossi',
    placeholder: 'Firma',
    quality: 'DEMO',
    legislation: null,
    language: 'it',
    permissions: {
      claim: { canUpdate: true, defaultValue: true },
      date: { canUpdate: true, defaultValue: true },
      std: { canUpdate: true, defaultValue: true },
    },
  })
})
