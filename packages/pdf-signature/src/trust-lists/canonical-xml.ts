import type { XmlAttribute, XmlElement, XmlNode } from './xml-nodes.ts'

export interface Canonicalisation {
  readonly isExclusive: boolean
  /** Prefixes treated as in the inclusive form (Exclusive XML Canonicalization §3). */
  readonly inclusivePrefixes: readonly string[]
  readonly keepsComments: boolean
}

/**
 * The canonical form of an element with all beneath it but `omitted` (Canonical XML 1.0 and 1.1, Exclusive XML
 * Canonicalization 1.0): the bytes that are hashed or signed.
 */
export function canonicalise(apex: XmlElement, how: Canonicalisation, omitted?: XmlElement): Buffer {
  const parts: string[] = []
  const write = (node: XmlNode, rendered: ReadonlyMap<string, string>): void => {
    if (node === omitted) return
    if (node.kind === 'text') parts.push(escapeText(node.text))
    else if (node.kind === 'comment') {
      if (how.keepsComments) parts.push(`<!--${node.text}-->`)
    } else if (node.kind === 'instruction')
      parts.push(`<?${node.target}${node.data === '' ? '' : ` ${node.data}`}?>`)
    else writeElement(node, rendered)
  }
  const writeElement = (element: XmlElement, rendered: ReadonlyMap<string, string>): void => {
    const namespaces = namespacesToRender(element, rendered, how)
    const inner = namespaces.length > 0 ? new Map([...rendered, ...namespaces]) : rendered
    const attributes = [...element.attributes, ...(element === apex ? inherited(element, how) : [])]
    parts.push(
      `<${element.name}`,
      ...namespaces.map(([prefix, uri]) => ` xmlns${prefix && `:${prefix}`}="${escapeValue(uri)}"`),
      ...attributes.toSorted(byName).map(({ name, value }) => ` ${name}="${escapeValue(value)}"`),
      '>',
    )
    for (const child of element.children) write(child, inner)
    parts.push(`</${element.name}>`)
  }
  write(apex, new Map())
  return Buffer.from(parts.join(''), 'utf8')
}

/** Namespaces to declare on an element, in their order: those in scope, or those it makes use of, that are not declared yet. */
function namespacesToRender(
  element: XmlElement,
  rendered: ReadonlyMap<string, string>,
  how: Canonicalisation,
): [string, string][] {
  const used = new Set([
    element.prefix,
    ...element.attributes.flatMap(({ prefix }) => (prefix === '' ? [] : [prefix])),
    ...how.inclusivePrefixes,
  ])
  return [...inScope(element)]
    .filter(([prefix]) => (!how.isExclusive || used.has(prefix)) && prefix !== 'xml')
    .filter(([prefix, uri]) => (rendered.get(prefix) ?? '') !== uri)
    .toSorted(([a], [b]) => compare(a, b))
}

function inScope(element: XmlElement): Map<string, string> {
  const scope = new Map<string, string>()
  for (let node: XmlElement | undefined = element; node; node = node.parent)
    for (const [prefix, uri] of node.declared) if (!scope.has(prefix)) scope.set(prefix, uri)
  return scope
}

/** The inclusive form gives the apex the xml: attributes of what it was cut out of (Canonical XML §2.4); xml:id not in 1.1. */
function inherited(apex: XmlElement, { isExclusive }: Canonicalisation): XmlAttribute[] {
  const found = new Map<string, XmlAttribute>()
  for (let node = isExclusive ? undefined : apex.parent; node; node = node.parent)
    for (const attribute of node.attributes)
      if (attribute.prefix === 'xml' && attribute.localName !== 'id' && !found.has(attribute.name))
        found.set(attribute.name, attribute)
  for (const { name } of apex.attributes) found.delete(name)
  return [...found.values()]
}

const byName = (a: XmlAttribute, b: XmlAttribute): number =>
  compare(a.namespace, b.namespace) || compare(a.localName, b.localName)

/** Order of code points, which is that of the bytes in UTF-8. */
const compare = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))

const escapeText = (text: string): string =>
  text.replaceAll(/[&<>\r]/g, (char) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[char] ?? '&#xD;')

const escapeValue = (text: string): string =>
  text.replaceAll(
    /[&<"\t\n\r]/g,
    (char) => ({ '&': '&amp;', '<': '&lt;', '"': '&quot;', '\t': '&#x9;', '\n': '&#xA;' })[char] ?? '&#xD;',
  )
