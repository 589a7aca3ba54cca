export type XmlNode = XmlElement | XmlText | XmlComment | XmlInstruction

export interface XmlElement {
  readonly kind: 'element'
  /** As written, with its prefix. */
  readonly name: string
  readonly prefix: string
  readonly localName: string
  /** Empty for none. */
  readonly namespace: string
  readonly attributes: readonly XmlAttribute[]
  /** Namespaces declared on the element itself, by prefix. */
  readonly declared: ReadonlyMap<string, string>
  readonly children: XmlNode[]
  readonly parent: XmlElement | undefined
}

export interface XmlAttribute {
  readonly name: string
  readonly prefix: string
  readonly localName: string
  readonly namespace: string
  readonly value: string
}

export interface XmlText {
  readonly kind: 'text'
  readonly text: string
}
export interface XmlComment {
  readonly kind: 'comment'
  readonly text: string
}
export interface XmlInstruction {
  readonly kind: 'instruction'
  readonly target: string
  readonly data: string
}

export const elementsOf = (parent: XmlElement | undefined): XmlElement[] =>
  parent?.children.filter((node) => node.kind === 'element') ?? []

/** The first child of that name, whatever its namespace prefix. */
export const childOf = (parent: XmlElement | undefined, localName: string): XmlElement | undefined =>
  elementsOf(parent).find((child) => child.localName === localName)

export const childrenOf = (parent: XmlElement | undefined, localName: string): XmlElement[] =>
  elementsOf(parent).filter((child) => child.localName === localName)

/** The element down a path of names. */
export const descend = (parent: XmlElement | undefined, ...path: string[]): XmlElement | undefined =>
  path.reduce<XmlElement | undefined>((element, name) => childOf(element, name), parent)

/** All text beneath the element, trimmed. */
export function textOf(element: XmlElement | undefined): string {
  const parts: string[] = []
  const stack: XmlNode[] = element ? [element] : []
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (node.kind === 'text') parts.push(node.text)
    if (node.kind === 'element') for (const child of node.children.toReversed()) stack.push(child)
  }
  return parts.join('').trim()
}

export const attributeOf = (element: XmlElement | undefined, name: string): string | undefined =>
  element?.attributes.find((attribute) => attribute.name === name)?.value

/** Every element beneath and with this one, in document order. */
export function* walkElements(root: XmlElement): Generator<XmlElement> {
  const stack = [root]
  for (let element = stack.pop(); element; element = stack.pop()) {
    yield element
    for (const child of elementsOf(element).toReversed()) stack.push(child)
  }
}
