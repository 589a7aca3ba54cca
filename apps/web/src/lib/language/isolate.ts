const isRightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/**
 * A name or a title within a sentence of another script: it runs in its own direction, and the brackets, commas and
 * numbers beside it stay where they are. Where it is an element of its own, `dir="auto"` or `bdi` does the same.
 */
export const isolate = (text: string): string => (isRightToLeft.test(text) ? `\u2068${text}\u2069` : text)
