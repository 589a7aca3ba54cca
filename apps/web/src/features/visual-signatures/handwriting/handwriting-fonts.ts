import { coversText } from './font-coverage.ts'
import { plainFont, type HandwritingFont, handwritingFonts } from './handwriting-font.ts'

/** Each style sheet names a file for a range of letters: the browser fetches the ones that a name has letters of. */
const loaders: Record<Exclude<HandwritingFont, typeof plainFont>, () => Promise<unknown>> = {
  Caveat: () => import('@fontsource/caveat/400.css'),
  'Dancing Script': () => import('@fontsource/dancing-script/400.css'),
  'Homemade Apple': () => import('@fontsource/homemade-apple/400.css'),
  'Marck Script': () => import('@fontsource/marck-script/400.css'),
  Mynerve: () => import('@fontsource/mynerve/400.css'),
  'Aref Ruqaa': () => import('@fontsource/aref-ruqaa/400.css'),
  'Gveret Levin': () => import('@fontsource/gveret-levin/400.css'),
}

interface Face {
  readonly family: string
  readonly letters: RegExp
  readonly load: () => Promise<unknown>
}

/** The faces of the clean font, each for its scripts. */
const cleanFaces: readonly Face[] = [
  {
    family: 'Noto Sans Variable',
    letters: /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Devanagari}\p{Script=Common}]/u,
    load: () => import('@fontsource-variable/noto-sans/wght.css'),
  },
  {
    family: 'Noto Sans Arabic Variable',
    letters: /\p{Script=Arabic}/u,
    load: () => import('@fontsource-variable/noto-sans-arabic/wght.css'),
  },
  {
    family: 'Noto Sans Hebrew Variable',
    letters: /\p{Script=Hebrew}/u,
    load: () => import('@fontsource-variable/noto-sans-hebrew/wght.css'),
  },
  {
    family: 'Noto Sans Thai Variable',
    letters: /\p{Script=Thai}/u,
    load: () => import('@fontsource-variable/noto-sans-thai/wght.css'),
  },
  {
    family: 'Noto Sans SC Variable',
    letters: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}]/u,
    load: () => import('@fontsource-variable/noto-sans-sc/wght.css'),
  },
  {
    family: 'Noto Sans KR Variable',
    letters: /\p{Script=Hangul}/u,
    load: () => import('@fontsource-variable/noto-sans-kr/wght.css'),
  },
]

/** More are no help in choosing: the handwriting fonts made for another script are last. */
const most = 5

/** The handwriting fonts that have every letter of a name; the clean one where there is none. */
export function fontsFor(name: string): readonly HandwritingFont[] {
  const able = handwritingFonts.filter((font) => coversText(font, name)).slice(0, most)
  return able.length > 0 ? able : [plainFont]
}

/** The font that was chosen where it has the letters, else one that has them. */
export function fontFor(name: string, wanted: HandwritingFont | null): HandwritingFont {
  const able = fontsFor(name)
  return able.find((font) => font === wanted) ?? able[0]!
}

/** Loads a font with the letters of a text. A font that cannot be loaded leaves one of the browser's own. */
export async function loadFont(font: HandwritingFont, text: string): Promise<void> {
  try {
    if (font === plainFont) await loadClean(text)
    else {
      await loaders[font]()
      await document.fonts.load(`48px "${font}"`, text)
    }
  } catch {
    // The signature is still made, in another font.
  }
}

async function loadClean(text: string): Promise<void> {
  const faces = cleanFaces.filter(({ letters }) => letters.test(text))
  await Promise.all(
    faces.map(async ({ family, load }) => {
      await load()
      await document.fonts.load(`48px "${family}"`, text)
    }),
  )
}

const cleanFamilies = cleanFaces.map(({ family }) => `"${family}"`).join(', ')

export function cssFont(font: HandwritingFont, size: number): string {
  return font === plainFont ? `${size}px ${cleanFamilies}, sans-serif` : `${size}px "${font}", cursive`
}
