import type { Example } from './example.ts'

/** A heading, a paragraph, something to type that is no call, or a call. In texts, `code` is between back quotes. */
export type Block =
  | { readonly heading: string }
  | { readonly text: string }
  | { readonly shell: string }
  | { readonly example: Example }

export interface GuidePage {
  readonly path: string
  readonly title: string
  readonly lead: string
  readonly blocks: readonly Block[]
}

export const heading = (given: string): Block => ({ heading: given })
export const text = (given: string): Block => ({ text: given })
export const shell = (given: string): Block => ({ shell: given })
export const call = (given: Example): Block => ({ example: given })
