import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** Whether the service works, for programs that watch it. */

export const getHealth = endpoint({
  name: 'getHealth',
  method: 'GET',
  path: '/management/health',
  summary: 'Get whether the service can sign now.',
  credential: 'none',
  output: z.object({ status: z.literal('UP'), groups: z.array(z.string()) }),
  errors: ['service.unavailable'],
})
export const getHealthV2 = endpoint({ ...getHealth, name: 'getHealthV2', path: '/v2/management/health' })
export const getHealthV3 = endpoint({ ...getHealth, name: 'getHealthV3', path: '/v3/management/health' })
