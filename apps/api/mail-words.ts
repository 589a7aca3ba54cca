import { parseSync, traverse, types } from '@babel/core'
import type { ExtractorType } from '@lingui/conf'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { generateMessageId } from '@lingui/message-utils/generateMessageId'

/**
 * Finds the words of the emails: `say('Hello {name},', { name })`, with a context as the third argument where there is
 * one. Node runs these sources as they are, so that Lingui's macros can't be used.
 */
export const mailWords: ExtractorType = {
  match: (filename) => filename.endsWith('.ts'),
  extract(filename, code, onMessage) {
    const options = { filename, configFile: false, babelrc: false } as const
    const file = parseSync(code, { ...options, parserOpts: { plugins: ['typescript'] } })
    if (!file) throw new Error(`${filename} can't be parsed`)
    traverse(file, {
      CallExpression({ node }) {
        if (!types.isIdentifier(node.callee, { name: 'say' })) return
        const line = node.loc?.start.line ?? 0
        try {
          const { message, context } = readCall(node)
          const id = generateMessageId(message, context)
          onMessage({ id, message, ...(context ? { context } : {}), origin: [filename, line] })
        } catch (cause) {
          throw new Error(`${filename}:${line}: not a message that can be extracted`, { cause })
        }
      },
    })
  },
}

function readCall({ arguments: [first, second, third] }: types.CallExpression) {
  types.assertStringLiteral(first)
  const given = second ? namesIn(second) : []
  const needed = [...placeholdersOf(first.value)]
  if (needed.toSorted().join() !== given.toSorted().join())
    throw new Error(`the message needs the values ${needed.join(', ')}, the call has ${given.join(', ')}`)
  if (third) types.assertStringLiteral(third)
  return { message: first.value, context: third?.value }
}

function namesIn(values: types.Node): string[] {
  types.assertObjectExpression(values)
  return values.properties.map((property) => {
    types.assertObjectProperty(property)
    types.assertIdentifier(property.key)
    return property.key.name
  })
}

/** What a message names in braces, in its plural forms too. */
export function placeholdersOf(message: string): Set<string> {
  const found = new Set<string>()
  const walk = (tokens: unknown): void => {
    if (!Array.isArray(tokens)) return
    for (const token of tokens as unknown[]) {
      if (!Array.isArray(token)) continue
      const [name, , forms] = token as [string, string?, Record<string, unknown>?]
      found.add(name)
      if (typeof forms === 'object') Object.values(forms).forEach(walk)
    }
  }
  walk(compileMessage(message))
  return found
}
