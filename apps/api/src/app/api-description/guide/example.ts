import { getUserBusiness } from '@countersign/contract/businesses.ts'
import type { Endpoint, InputOf } from '@countersign/contract/endpoint.ts'

/** A call of the guide. A text such as `$REQUEST` is a variable that an earlier call gave, or that the reader sets. */
export interface Example {
  readonly call: Endpoint
  readonly input: Input
  /** How the caller signs in: the variable with the token, or none. */
  readonly token: string | null
  /** What the next calls need of the answer: a variable, and where in the JSON its value is. */
  readonly keep: Readonly<Record<string, string>>
  /** The file that the answer is saved to, where it is no JSON. */
  readonly file?: string
  /** The answer continues until the caller ends it. */
  readonly streams?: boolean
}

interface Input {
  readonly params?: Readonly<Record<string, unknown>> | undefined
  readonly query?: Readonly<Record<string, unknown>> | undefined
  readonly body?: unknown
}

/** The types are the contract's: an example of what a call no longer takes does not compile. */
export function example<E extends Endpoint>(
  call: E,
  input: InputOf<E>,
  more: Partial<Pick<Example, 'token' | 'keep' | 'file' | 'streams'>> = {},
): Example {
  return { call, input: input as Input, token: 'TOKEN', keep: {}, ...more }
}

/** For calls about a business, of which a reader knows the name alone. */
export const findBusiness = example(getUserBusiness, {}, { keep: { BUSINESS: 'business.id' } })

/** The call as a reader pastes it into a shell. */
export function curlOf({ call, input, token, file, streams }: Example): string {
  const query = new URLSearchParams(input.query as Record<string, string> | undefined).toString()
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(input.params?.[name]))
  const isPlainPost = call.method === 'POST' && input.body !== undefined
  const method = call.method === 'GET' || isPlainPost ? '' : `-X ${call.method} `
  const lines = [
    `curl ${streams ? '-N ' : ''}${method}"$COUNTERSIGN${path}${query && `?${query}`}"`,
    ...(token ? [`-H "Authorization: Bearer $${token}"`] : []),
    ...(input.body === undefined ? [] : ['-H "Content-Type: application/json"', '-d @- <<JSON']),
    ...(file ? [`-o ${file}`] : []),
  ]
  const command = lines.join(' \\\n  ')
  return input.body === undefined ? command : `${command}\n${JSON.stringify(input.body, null, 2)}\nJSON`
}
