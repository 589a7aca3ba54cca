/** The hands a typed signature is written in. Each is loaded when it is first shown. */
export const hands = ['Caveat', 'Dancing Script', 'Homemade Apple'] as const
export type Hand = (typeof hands)[number]

const loaders: Record<Hand, () => Promise<unknown>> = {
  Caveat: () =>
    Promise.all([import('@fontsource/caveat/latin-400.css'), import('@fontsource/caveat/latin-ext-400.css')]),
  'Dancing Script': () =>
    Promise.all([
      import('@fontsource/dancing-script/latin-400.css'),
      import('@fontsource/dancing-script/latin-ext-400.css'),
    ]),
  'Homemade Apple': () => import('@fontsource/homemade-apple/latin-400.css'),
}

/** Loads a hand with the letters of a text. A hand that cannot be loaded leaves the browser's own cursive. */
export async function loadHand(hand: Hand, text: string): Promise<void> {
  try {
    await loaders[hand]()
    await document.fonts.load(`48px "${hand}"`, text)
  } catch {
    // The signature is still made, in another hand.
  }
}

export function fontOf(hand: Hand, size: number): string {
  return `${size}px "${hand}", cursive`
}
