import { expect, test } from 'vitest'
import { drawPanels, ticksUpTo } from './picture.ts'

test('an axis has round numbers from 0 to at least the highest value', () => {
  expect(ticksUpTo(380)).toEqual([0, 100, 200, 300, 400])
  expect(ticksUpTo(400)).toEqual([0, 100, 200, 300, 400])
  expect(ticksUpTo(9)).toEqual([0, 2.5, 5, 7.5, 10])
  expect(ticksUpTo(0)).toEqual([0, 0.25, 0.5, 0.75, 1])
})

test('panels share their time: the same second is at the same place in each', () => {
  const points = [
    [0, 1],
    [300, 2],
    [600, 4],
  ] as const
  const series = [{ name: 'any', colour: 'blue', points }] as const
  const picture = drawPanels('Load', 'ten minutes', 600, [
    { title: 'First', unit: 'ms', series },
    { title: 'Second', unit: 'MB', series },
  ])
  const lines = [...picture.matchAll(/<polyline[^>]* points="([^"]+)"/g)].map(([, drawn = '']) =>
    drawn.split(' ').map((point) => point.split(',')[0]),
  )
  expect(lines[0]).toEqual(['64', '452', '840'])
  expect(lines[1]).toEqual(lines[0])
})

test('a title with characters of XML is written as text', () => {
  const picture = drawPanels('Memory < 200 MB & "flat"', '', 60, [])
  expect(picture).toContain('>Memory &lt; 200 MB &amp; &quot;flat&quot;</text>')
})
