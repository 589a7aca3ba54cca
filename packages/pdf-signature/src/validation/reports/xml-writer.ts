/** A piece of XML that is written already. */
export interface Xml {
  readonly xml: string
}

type Content = Xml | string | number | boolean | Date | null | undefined | readonly Content[]

/** An element with its contents; text is escaped, nothing makes nothing. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string>>,
  ...contents: Content[]
): Xml {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escape(value)}"`)
  return { xml: `<${name}${written.join('')}>${contents.map(write).join('')}</${name}>` }
}

function write(content: Content): string {
  if (content === null || content === undefined) return ''
  if (content instanceof Date) return content.toISOString()
  if (typeof content === 'object') return 'xml' in content ? content.xml : content.map(write).join('')
  return escape(String(content))
}

/** Markup escaped, and what no XML 1.0 document may hold left out. */
function escape(text: string): string {
  const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
  return text
    .toWellFormed()
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replaceAll(/[&<>"]/g, (mark) => marks[mark] ?? '')
}
