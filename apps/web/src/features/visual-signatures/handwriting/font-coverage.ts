import type { HandwritingFont } from './handwriting-font.ts'

/** The letters, marks, figures and signs that the font files really have (hexadecimal code points). */
export const fontCoverage: Partial<Record<HandwritingFont, string>> = {
  Caveat:
    '21-17e 18f 192 1c4-1cc 1fa-21b 21f 237 259 2bc 400-45f 462-463 46a-46b 472-475 48a-4a5 4a8-4ff 1e80-1e85 1ef2-1ef3 1ef8-1ef9 2013-2014 2018-201a 201c-201e 2026',
  'Dancing Script':
    '21-17e 18f 192 1a0-1a1 1af-1b0 1c4-1cc 1e6-1e7 1ea-1eb 1fa-21b 22a-22d 230-233 237 259 2bc 1e80-1e85 1e9e 1ea0-1ef9 2013-2014 2018-201a 201c-201e 2026',
  'Homemade Apple': '21-ff 131 152-153 2013-2014 2018-201a 201c-201e 2026',
  'Marck Script':
    '21-a7 bf-131 133-149 14c-17e 192 1fc-1ff 218-219 401-40c 40e-44f 451-45c 45e-45f 490-491 1e80-1e85 1ef2-1ef3 2013-2014 2018-201a 201c-201e 2026',
  Mynerve:
    '21-14d 150-17e 18e-194 1a0-1a1 1ac-1b4 1cd-1df 1fa-1ff 218-21b 228-22b 232-233 237 259 2bb-2bf 386-3cf 1e80-1e85 1e8e-1e8f 1e92-1e97 1e9e 1ea0-1ef9 2013-2014 2018-201a 201c-201e 2026',
  'Aref Ruqaa':
    '21-ff 131 152-153 60c 61b 61f 621-63a 640-658 660-66a 66e-671 679 67e 686 688 691 698 6a4 6a9 6af 6ba-6bb 6be 6c0-6c1 6cc 6d2-6d5 6f0-6f9',
  'Gveret Levin': '21-7d 5b0-5bc 5be-5c3 5c6-5ea 5f0-5f4 2013-2014 2018-201a 201c-201e 2026',
}

/** Spaces, and signs that tell the direction of writing and have no shape. */
const shapeless = /[\s\p{Cf}]/u

/** Has the font every letter of the text? */
export function coversText(font: HandwritingFont, text: string): boolean {
  const ranges = rangesOf(fontCoverage[font] ?? '')
  return [...text.normalize('NFC')].every(
    (letter) => shapeless.test(letter) || ranges.some(([from, to]) => isWithin(letter, from, to)),
  )
}

function isWithin(letter: string, from: number, to: number): boolean {
  const code = letter.codePointAt(0) ?? 0
  return code >= from && code <= to
}

function rangesOf(list: string): (readonly [number, number])[] {
  return list.split(' ').map((range) => {
    const [from = '', to = from] = range.split('-')
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)] as const
  })
}
