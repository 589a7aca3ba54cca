import { expect, it } from 'vitest'
import { withElisions } from './elisions.ts'

it('the article is elided before the eighth and the eleventh', () => {
  const on = '8 marzo 2026 alle ore 14:05 CET'
  expect(withElisions(`Firmato il ${on}.`, { on })).toBe(`Firmato l’${on}.`)
  const until = '11 mar 2026'
  expect(withElisions(`Il ${until} scade. Valido fino al ${until}, dal ${on}`, { until, on })).toBe(
    `L’${until} scade. Valido fino all’${until}, dall’${on}`,
  )
})

it('other days and what people have written stay as they are', () => {
  for (const on of ['1 marzo 2026', '18 marzo 2026', '80', '111'])
    expect(withElisions(`Firmato il ${on}.`, { on })).toBe(`Firmato il ${on}.`)
  const values = { title: 'Contratto per il 8 maggio', on: '8 marzo 2026', count: 8 }
  expect(withElisions('«Contratto per il 8 maggio» è scaduto il 8 marzo 2026', values)).toBe(
    '«Contratto per il 8 maggio» è scaduto l’8 marzo 2026',
  )
  expect(withElisions('Avril 8 marzo 2026', values)).toBe('Avril 8 marzo 2026')
})
