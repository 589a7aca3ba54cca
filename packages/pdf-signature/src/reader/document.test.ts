import zlib from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { PdfError } from '../pdf-error.ts'
import { aPdf, appendRevision, buildPdf, streamObject } from '../testing/pdf-builder.ts'
import { openDocument } from './document.ts'
import { decodeStream } from './filters.ts'
import { isDict, isStream } from './objects.ts'
import { examinePages, findPage, listPages } from './page-tree.ts'
import { leadsToObjects } from './xref-check.ts'

const codeOf = (work: () => unknown): string | undefined => {
  try {
    work()
    return undefined
  } catch (error) {
    if (error instanceof PdfError) return error.code
    throw error
  }
}

describe('a file is read', () => {
  test.each(['table', 'stream', 'object_streams', 'hybrid'] as const)(
    'with a cross-reference of %s',
    (style) => {
      const document = openDocument(aPdf({ style, pages: 3 }))
      expect(document.recovered).toBe(false)
      expect(listPages(document).map(({ ref }) => ref.num)).toEqual([10, 11, 12])
    },
  )

  test('whose first section names /Prev 0', () => {
    const document = openDocument(aPdf({ trailer: '/Prev 0' }))
    expect([document.recovered, listPages(document).length]).toEqual([false, 1])
  })

  test('whose cross-reference runs in a circle', () => {
    const base = aPdf()
    const looping = appendRevision(base, { 3: streamObject('new') })
    const start = base.toString('latin1').match(/startxref\n(\d+)/)?.[1]
    const own = looping.toString('latin1').match(/startxref\n(\d+)\n%%EOF\n$/)?.[1] ?? ''
    const text = looping
      .toString('latin1')
      .replace(`/Prev ${start}`, `/Prev ${own}`.slice(0, `/Prev ${start}`.length))
    expect(listPages(openDocument(Buffer.from(text, 'latin1'))).length).toBe(1)
  })

  test('in which a newer table overrides what an older hybrid section hides', () => {
    const hybrid = aPdf({ style: 'hybrid', objects: { 99: '<</Old true>>' } })
    const value = openDocument(appendRevision(hybrid, { 99: '<</New true>>' })).load(99)
    expect(isDict(value) && value.entries.has('New')).toBe(true)
    const before = openDocument(hybrid).load(99)
    expect(isDict(before) && before.entries.has('Old')).toBe(true)
  })

  test('as an original and the revisions after it, without joining them', () => {
    const base = aPdf()
    const whole = appendRevision(base, { 4: '<</Type/Font/Changed true>>' })
    const value = openDocument([base, whole.subarray(base.length)]).load(4)
    expect(isDict(value) && value.entries.get('Changed')).toBe(true)
  })

  test('whose stream states a wrong length', () => {
    const text = aPdf()
      .toString('latin1')
      .replace(/\/Length \d+>>/, '/Length 7>>')
    const value = openDocument(Buffer.from(text.padEnd(text.length), 'latin1')).load(3)
    expect(isStream(value) && Buffer.from(value.data).toString()).toContain('ET')
  })
})

describe('a broken file', () => {
  test.each([
    ['startxref is missing', (text: string) => text.replaceAll('startxref', 'startxxxx')],
    ['offsets are wrong', (text: string) => text.replace('%PDF-1.7\n', '%PDF-1.7\n%%%%%%%\n')],
    ['the end is cut off', (text: string) => text.slice(0, text.indexOf('xref\n'))],
  ])('is recovered when %s', (_, breaking) => {
    const document = openDocument(Buffer.from(breaking(aPdf({ pages: 2 }).toString('latin1')), 'latin1'))
    expect([document.recovered, listPages(document).length]).toEqual([true, 2])
  })

  test('with object streams is recovered too', () => {
    const text = aPdf({ style: 'object_streams' }).toString('latin1').replaceAll('startxref', 'startxxxx')
    expect(listPages(openDocument(Buffer.from(text, 'latin1'))).length).toBe(1)
  })

  test.each([
    ['is no PDF', Buffer.from('PK zip')],
    ['is empty', Buffer.alloc(0)],
  ])('%s', (_, bytes) => {
    expect(codeOf(() => openDocument(bytes))).toBe('not_a_pdf')
  })

  test('without a catalogue is damaged', () => {
    expect(codeOf(() => openDocument(buildPdf({ objects: { 1: '<</Type/Font>>' } })))).toBe('damaged')
  })
})

describe('a page tree is told to be unsound', () => {
  const pagesOf = (tree: Record<number, string>) => {
    const { pages, sound } = examinePages(openDocument(aPdf({ pages: 3, objects: tree })))
    return [pages.map(({ ref }) => ref.num), sound]
  }
  const node = (count: number, ...kids: number[]) =>
    `<</Type/Pages/Count ${count}/Kids[${kids.map((num) => `${num} 0 R`).join(' ')}]>>`

  test.each([
    ['that runs in a circle', { 2: node(1, 2) }, []],
    ['that closes a circle further down', { 2: node(3, 10, 50), 50: node(2, 11, 2) }, [10, 11]],
    ['that lists a page five times', { 2: node(5, 10, 10, 10, 10, 10) }, [10, 10, 10, 10, 10]],
    ['that lists what is not there', { 2: node(2, 10, 99) }, [10]],
    ['whose count is too high', { 2: node(9, 10, 11) }, [10, 11]],
    ['whose count is wrong below', { 2: node(3, 50, 12), 50: node(1, 10, 11) }, [10, 11, 12]],
    [
      'whose counts are true by chance',
      { 2: node(3, 50, 12, 51), 50: node(2, 10, 11), 51: node(0) },
      [10, 11, 12],
    ],
  ])('%s', (_, tree, pages) => {
    expect(pagesOf(tree)).toEqual([pages, false])
  })

  test('and one without a page is not', () => {
    expect(pagesOf({ 2: node(0) })).toEqual([[], true])
  })
})

test('a cross-reference that leads elsewhere for one object only is found out', () => {
  const sound = aPdf()
  expect(leadsToObjects(openDocument(sound))).toBe(true)
  const text = sound.toString('latin1').replace(/\n4 1\n\d{10}/, '\n4 1\n0000000011')
  expect(leadsToObjects(openDocument(Buffer.from(text, 'latin1')))).toBe(false)
})

test('of an object that was written again a recovered file has the newest, wherever it is packed', () => {
  const old = aPdf({ objects: { 99: '<</Old true>>' } })
  const packed = aPdf({ style: 'object_streams', objects: { 99: '<</New true>>' } })
  const text = Buffer.concat([old, packed]).toString('latin1').replaceAll('startxref', 'startxxxx')
  const value = openDocument(Buffer.from(text, 'latin1')).load(99)
  expect(isDict(value) && value.entries.has('New')).toBe(true)
})

describe('a hostile file is given up on', () => {
  test('when objects are nested too deeply', () => {
    const deep = `<</A ${'['.repeat(5000)}${']'.repeat(5000)}>>`
    expect(codeOf(() => openDocument(aPdf({ objects: { 50: deep } })).load(50))).toBe('too_complex')
  })

  test('when a stream is a bomb', () => {
    const bomb = zlib.deflateSync(Buffer.alloc(80 * 1024 * 1024))
    const document = openDocument(aPdf({ objects: { 50: streamObject(bomb, '/Filter/FlateDecode') } }))
    const value = document.load(50)
    expect(
      codeOf(() => isStream(value) && decodeStream(value, document.budget, (object) => object ?? null)),
    ).toBe('too_complex')
  })

  test.each([
    ['strings', '()', 1_000_000],
    ['dictionaries', '<<>>', 1_000_000],
    ['arrays', '[]', 4_000_000],
    ['names', '/A', 4_000_000],
  ])('when it is a flood of %s', (_, item, count) => {
    const document = openDocument(aPdf({ objects: { 50: `[${item.repeat(count)}]` } }))
    expect(codeOf(() => document.load(50))).toBe('too_complex')
  })

  test('when a stream needs itself for its length', () => {
    const document = openDocument(aPdf({ objects: { 50: '<</Length 50 0 R>>\nstream\nabc\nendstream' } }))
    const value = document.load(50)
    expect(isStream(value) && Buffer.from(value.data).toString()).toBe('abc')
  })

  test('when its page tree states millions of pages, without reading that many', () => {
    const lying = '<</Type/Pages/Count 9000000/Kids[10 0 R]/MediaBox[0 0 9 9]>>'
    expect(codeOf(() => findPage(openDocument(aPdf({ objects: { 2: lying } })), 8_999_999))).toBe(
      'page_not_found',
    )
  })
})

test.each(['/Rect 83', '/Size 3'])('new objects replace none when the trailer says %s', (said) => {
  const file = Buffer.from(aPdf().toString('latin1').replace('/Size 11', said), 'latin1')
  expect(openDocument(file).xref.size).toBe(11)
})

test('a stream that is not closed ends with its object, whatever is appended', () => {
  const open = buildPdf({
    objects: {
      1: '<</Type/Catalog/Pages<<>>>>',
      5: '<</Length 9999>>\nstream\nabc',
      6: streamObject('later'),
    },
  })
  const value = openDocument(open).load(5)
  expect(isStream(value) && Buffer.from(value.data).toString()).toBe('abc')
})

test('a page is found in a flat and in a nested tree', () => {
  expect(findPage(openDocument(aPdf({ pages: 40 })), 33).ref.num).toBe(43)
  const nested = aPdf({
    pages: 3,
    objects: {
      2: '<</Type/Pages/Count 3/Kids[50 0 R 12 0 R]>>',
      50: '<</Type/Pages/Count 2/Kids[10 0 R 11 0 R]/MediaBox[0 0 50 60]/Parent 2 0 R>>',
    },
  })
  const page = findPage(openDocument(nested), 1)
  expect([page.ref.num, page.inherited.get('MediaBox')]).toEqual([11, [0, 0, 50, 60]])
  expect(findPage(openDocument(nested), 2).ref.num).toBe(12)
})
