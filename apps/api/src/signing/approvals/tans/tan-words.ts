import type { Language } from '@countersign/contract/values.ts'

const titleLength = 40

/** Of what is signed with the code: short enough for a message, on one line. */
export function shortTitle(titles: readonly string[]): string {
  const [first = '', ...more] = titles
  // oxlint-disable-next-line no-control-regex -- control characters are what is taken out
  const characters = [...first.replaceAll(/[\s\u0000-\u001F\u007F]+/g, ' ').trim()]
  const title =
    characters.length > titleLength
      ? `${characters
          .slice(0, titleLength - 1)
          .join('')
          .trimEnd()}…`
      : characters.join('')
  return more.length > 0 ? `${title} (+${more.length})` : title
}

interface TanMessage {
  readonly service: string
  readonly code: string
  readonly title: string
}

/** In the letters that phones take 160 of in one message (GSM 03.38): no typographic quotes. */
const messages: Record<Language, (message: TanMessage) => string> = {
  en: ({ service, code, title }) => `${service}: ${code} is your code to sign "${title}". Never share it.`,
  de: ({ service, code, title }) =>
    `${service}: ${code} ist Ihr Code, um "${title}" zu unterschreiben. Geben Sie ihn nie weiter.`,
  fr: ({ service, code, title }) =>
    `${service}: ${code} est votre code pour signer "${title}". Ne le communiquez jamais.`,
  it: ({ service, code, title }) =>
    `${service}: ${code} è il Suo codice per firmare "${title}". Non lo comunichi mai.`,
}

/** The short message with a code. The code comes first: a locked phone shows the beginning. */
export const tanMessage = (language: Language, { title, ...message }: TanMessage): string =>
  messages[language]({ ...message, title: title.replaceAll('…', '...') })
