import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id } from './values.ts'

/** Signing pages in a frame of a business’s own website. */

const one = z.object({ id: Id })

/** A website that may show signing pages in a frame: `https://www.example.com`, without a path. */
const origin = z.string().check(z.minLength(1), z.maxLength(300))

export const Embedding = z.object({ origins: z.array(z.string()) })
export type Embedding = z.infer<typeof Embedding>

export const maximumOrigins = 20

export const getEmbedding = endpoint({
  name: 'getEmbedding',
  method: 'GET',
  path: '/v2/businesses/{id}/embedding',
  summary: 'Get the websites that may show the business’s signing pages in a frame. For administrators.',
  credential: 'user',
  params: one,
  output: Embedding,
  errors: ['not_found', 'business.not_allowed'],
})

export const updateEmbedding = endpoint({
  name: 'updateEmbedding',
  method: 'PUT',
  path: '/v2/businesses/{id}/embedding',
  summary: 'Set the websites that may show the business’s signing pages in a frame.',
  credential: 'user',
  params: one,
  /** All of them: one that isn’t listed may no longer. `https` only, or `http` for `localhost`. */
  body: z.object({ origins: z.array(origin).check(z.maxLength(maximumOrigins)) }),
  output: Embedding,
  errors: ['not_found', 'business.not_allowed', 'validation.failed'],
})
