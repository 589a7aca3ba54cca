import { TrustListError } from './trust-list-error.ts'
import type { XmlAttribute, XmlElement, XmlNode } from './xml-nodes.ts'

const limits = {
  bytes: 64 * 1024 * 1024,
  depth: 64,
  nodes: 2_000_000,
  attributes: 64,
  namespaces: 64,
} as const
const xmlNamespace = 'http://www.w3.org/XML/1998/namespace'

const malformed = (what: string): TrustListError => new TrustListError('malformed', what)

/**
 * Reads an XML document (XML 1.0, Namespaces in XML) and gives its root. Only UTF-8 is read, and no document type: so
 * there are no entities but the five that XML has on its own, and nothing is ever fetched.
 */
export function readXml(bytes: Uint8Array): XmlElement {
  if (bytes.length > limits.bytes) throw new TrustListError('too_large', 'The XML document is too large')
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    throw new TrustListError('malformed', 'The XML document is not UTF-8', { cause: error })
  }
  // XML 1.0 §2.11: every end of line is read as one line feed.
  return parseDocument(text.replaceAll(/\r\n?/g, '\n'))
}

interface State {
  readonly text: string
  at: number
  nodes: number
  root: XmlElement | undefined
}

interface OpenElement {
  readonly element: XmlElement
  readonly scope: ReadonlyMap<string, string>
}

function parseDocument(text: string): XmlElement {
  const state: State = { text, at: 0, nodes: 0, root: undefined }
  const open: OpenElement[] = []
  while (state.at < text.length) {
    if (++state.nodes > limits.nodes)
      throw new TrustListError('too_large', 'The XML document has too many parts')
    const next = text.indexOf('<', state.at)
    const end = next < 0 ? text.length : next
    if (end > state.at) addText(open.at(-1), decodeText(text.slice(state.at, end)))
    state.at = end
    if (next >= 0) readMarkup(state, open)
  }
  if (!state.root || open.length > 0) throw malformed('The XML document ends too early')
  return state.root
}

function addText(open: OpenElement | undefined, text: string): void {
  if (open) open.element.children.push({ kind: 'text', text })
  else if (text.trim() !== '') throw malformed('Text outside the root element')
}

function readMarkup(state: State, open: OpenElement[]): void {
  const { text, at } = state
  const parent = open.at(-1)
  if (text.startsWith('<!--', at)) addNode(parent, { kind: 'comment', text: upTo(state, 4, '-->') })
  else if (text.startsWith('<![CDATA[', at)) {
    const content = upTo(state, 9, ']]>')
    if (!parent) throw malformed('Text outside the root element')
    parent.element.children.push({ kind: 'text', text: content })
  } else if (text.startsWith('<?', at)) {
    const [, target = '', data = ''] = /^(\S+)\s*([\s\S]*)$/.exec(upTo(state, 2, '?>')) ?? []
    if (target.toLowerCase() !== 'xml') addNode(parent, { kind: 'instruction', target, data })
  } else if (text.startsWith('<!', at)) throw malformed('Document types are not read')
  else if (text.startsWith('</', at)) {
    const name = upTo(state, 2, '>').trimEnd()
    if (open.pop()?.element.name !== name) throw malformed(`</${name.slice(0, 60)}> closes another element`)
  } else readStart(state, open)
}

const addNode = (parent: OpenElement | undefined, node: XmlNode): void => {
  parent?.element.children.push(node)
}

function upTo(state: State, skip: number, mark: string): string {
  const start = state.at + skip
  const end = state.text.indexOf(mark, start)
  if (end < 0) throw malformed(`${mark} is missing`)
  state.at = end + mark.length
  return state.text.slice(start, end)
}

const namePattern = /[^\s/>=<"'&]+/y
const attributePattern = /\s+([^\s/>=<"'&]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y
const closePattern = /\s*(\/?)>/y

function matchAt(pattern: RegExp, state: State): RegExpExecArray | null {
  pattern.lastIndex = state.at
  const match = pattern.exec(state.text)
  if (match) state.at = pattern.lastIndex
  return match
}

function readStart(state: State, open: OpenElement[]): void {
  state.at++
  const name = matchAt(namePattern, state)?.[0]
  const raw: { readonly name: string; readonly value: string }[] = []
  for (let match = matchAt(attributePattern, state); match; match = matchAt(attributePattern, state)) {
    const [, attribute = '', double, single] = match
    if (raw.some((other) => other.name === attribute) || raw.length >= limits.attributes)
      throw malformed(`The attribute ${attribute.slice(0, 60)} is there twice, or there are too many`)
    raw.push({ name: attribute, value: decodeText((double ?? single ?? '').replaceAll(/[\t\n]/g, ' ')) })
  }
  const close = matchAt(closePattern, state)
  if (name === undefined || !close) throw malformed('A tag is not closed')
  const parent = open.at(-1)
  const isNamespace = (attribute: string): boolean => attribute === 'xmlns' || attribute.startsWith('xmlns:')
  const declared = new Map(
    raw.filter((one) => isNamespace(one.name)).map((one) => [one.name.slice(6), one.value]),
  )
  const scope =
    declared.size > 0 ? new Map([...(parent?.scope ?? []), ...declared]) : (parent?.scope ?? new Map())
  if (scope.size > limits.namespaces)
    throw new TrustListError('too_large', 'The XML document declares too many namespaces')
  const element: XmlElement = {
    kind: 'element',
    name,
    ...resolveName(name, scope, true),
    attributes: raw
      .filter((one) => !isNamespace(one.name))
      .map((one): XmlAttribute => ({ ...one, ...resolveName(one.name, scope, false) })),
    declared,
    children: [],
    parent: parent?.element,
  }
  if (parent) parent.element.children.push(element)
  else if (state.root) throw malformed('There are two root elements')
  else state.root = element
  if (close[1] === '/') return
  if (open.length >= limits.depth)
    throw new TrustListError('too_large', 'The XML document is nested too deeply')
  open.push({ element, scope })
}

function resolveName(name: string, scope: ReadonlyMap<string, string>, isElement: boolean) {
  const colon = name.indexOf(':')
  const prefix = colon < 0 ? '' : name.slice(0, colon)
  const localName = name.slice(colon + 1)
  const bound = prefix === 'xml' ? xmlNamespace : scope.get(prefix)
  if (prefix !== '' && !bound) throw malformed(`The prefix ${prefix.slice(0, 60)} is bound to nothing`)
  return { prefix, localName, namespace: prefix === '' && !isElement ? '' : (bound ?? '') }
}

const entities = new Map(Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }))

function decodeText(text: string): string {
  if (!text.includes('&')) return text
  return text.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(\w+));|&/g, (_, decimal, hex, name) => {
    const known = entities.get(name)
    if (known !== undefined) return known
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
    if (!(code > 0 && code <= 0x10ffff) || (code >= 0xd800 && code <= 0xdfff))
      throw malformed('An entity that is not one of XML')
    return String.fromCodePoint(code)
  })
}
