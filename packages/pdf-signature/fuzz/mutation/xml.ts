import type { Random } from '../random.ts'
import { mutateBytes } from './bytes.ts'
import type { Mutation } from './bytes.ts'
import { changeOne, findOne } from './text.ts'

const element = /<([\w:]+)(?:\s[^<>]*)?>[^<>]*<\/\1>/g
const start = /<[\w:]+(?:\s[^<>]*)?>/g
const text = /(?<=>)[^<>]+(?=<)/g
const attribute = /\s[\w:]+="[^"]*"/g
const value = /(?<==")[^"]*(?=")/g
const pieces =
  '<!-- c -->|<![CDATA[x]]>|<?p d?>|&amp;|&#0;|&#x10ffff;|&#xD800;|&none;|<!DOCTYPE a [<!ENTITY b "c">]>|\r\n|\u0000|]]>|<a xmlns=""/>|<p:a/>|\ufeff'.split(
    '|',
  )

type Change = (xml: string, other: string, random: Random) => string

const changes: readonly Change[] = [
  (xml, _, random) => changeOne(xml, element, random, (found) => found + found),
  (xml, _, random) => changeOne(xml, element, random, () => ''),
  (xml, other, random) => changeOne(xml, element, random, () => findOne(other, element, random)),
  (xml, other, random) => changeOne(xml, start, random, (found) => found + findOne(other, element, random)),
  (xml, _, random) => changeOne(xml, start, random, (found) => found + random.pick(pieces)),
  (xml, _, random) =>
    changeOne(xml, text, random, (found) => {
      const at = random.below(found.length)
      return found.slice(0, at) + random.pick(pieces) + found.slice(at)
    }),
  (xml, other, random) => changeOne(xml, text, random, () => findOne(other, text, random)),
  (xml, other, random) => changeOne(xml, value, random, () => findOne(other, value, random)),
  (xml, other, random) => changeOne(xml, attribute, random, () => findOne(other, attribute, random)),
  (xml, _, random) => changeOne(xml, attribute, random, (found) => found + found),
  (xml, _, random) => changeOne(xml, attribute, random, () => ''),
  (xml, _, random) =>
    changeOne(xml, /(?<=<[\w:]+)(?=[\s>])/g, random, () => ` xmlns${random.once(2) ? ':ds' : ''}="urn:x"`),
  (xml, _, random) =>
    changeOne(xml, element, random, (found) => {
      const depth = random.pick([2, 60, 70, 5000])
      return '<a>'.repeat(depth) + found + '</a>'.repeat(depth)
    }),
  (xml, _, random) => changeOne(xml, /<\/[\w:]+>/g, random, () => ''),
]

/** Changes in elements, attributes, namespaces, entities and depth. */
export const mutateXml: Mutation = (input, other, random) => {
  if (random.once(6)) return mutateBytes(input, other, random)
  let xml = input.toString()
  for (let i = random.below(3); i >= 0; i--) xml = random.pick(changes)(xml, other.toString(), random)
  return Buffer.from(xml)
}
