const isRightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/**
 * A name or a value within a line of our words: it reads in its own direction, and what is beside it stays where it is (Unicode
 * UAX #9 §2.4). Without it, two right-to-left values with an arrow between them change places.
 */
export const isolate = (text: string): string => (isRightToLeft.test(text) ? `\u2068${text}\u2069` : text)
