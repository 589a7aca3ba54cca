import { describe, expect, it } from 'vitest'
import { imageAddress, sourceOf, sourceSet } from './image-address.ts'

describe('an image of our own', () => {
  it('is named by a word, or by a path with an extension', () => {
    expect(sourceOf('welcome')).toBe('/img/welcome.webp')
    expect(sourceOf('/img/seal.png')).toBe('/img/seal.png')
    expect(sourceOf('guide.page')).toBe('/img/guide.page.webp')
  })

  it('is asked for in its shape', () => {
    const address = new URL(
      imageAddress('welcome', { width: 320, height: 200, fit: 'inside' }),
      'http://here',
    )
    expect(address.pathname).toBe('/v1/images/transform')
    expect(Object.fromEntries(address.searchParams)).toEqual({
      source: '/img/welcome.webp',
      width: '320',
      height: '200',
      fit: 'inside',
    })
  })

  it('comes in every width that a screen may want, twice for dense ones, in the same shape', () => {
    const offered = sourceSet('welcome', { width: 640, height: 320 }).split(', ')
    expect(offered.map((one) => one.split(' ')[1])).toEqual(['320w', '640w', '1280w'])
    const heights = offered.map((one) =>
      new URL(one.split(' ')[0]!, 'http://here').searchParams.get('height'),
    )
    expect(heights).toEqual(['160', '320', '640'])
  })
})
