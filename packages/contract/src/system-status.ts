import * as z from 'zod/mini'
import { binary, endpoint } from './endpoint.ts'
import { Instant, wholeNumber } from './values.ts'

/** 7.11: what the operators say of the system, and images in the size that is needed. */

export const Maintenance = z.object({
  id: z.string(),
  name: z.string(),
  startsAt: Instant,
  endsAt: Instant,
  inProgress: z.boolean(),
  /** Nobody can work meanwhile. */
  blocking: z.boolean(),
})
export type Maintenance = z.infer<typeof Maintenance>

export const StatusSummary = z.object({
  /** `unknown` where no status page is set up or it cannot be read just now. */
  indicator: z.enum(['none', 'minor', 'major', 'critical', 'maintenance', 'unknown']),
  description: z.string(),
  /** In progress or announced. */
  maintenances: z.array(Maintenance),
  /** Where people can read more. */
  url: z.nullable(z.string()),
})
export type StatusSummary = z.infer<typeof StatusSummary>

export const getStatusSummary = endpoint({
  name: 'getStatusSummary',
  method: 'GET',
  path: '/v1/status-page/summary',
  summary: 'Get the system status, with current and scheduled maintenance.',
  credential: 'none',
  output: StatusSummary,
})

export const getStatusComponents = endpoint({
  name: 'getStatusComponents',
  method: 'GET',
  path: '/v1/status-page/components',
  summary: 'Get the status of each component.',
  credential: 'none',
  output: z.object({
    components: z.array(z.object({ id: z.string(), name: z.string(), status: z.string() })),
  }),
})

export const ImageFit = z.enum(['cover', 'contain', 'fill', 'inside', 'outside'])
export const ImagePosition = z.enum(['center', 'top', 'right', 'bottom', 'left'])

export const transformImage = endpoint({
  name: 'transformImage',
  method: 'GET',
  path: '/v1/images/transform',
  summary:
    'Get one of our own images in the requested size, crop and format. Images of other hosts are refused.',
  credential: 'none',
  query: z.object({
    /** A path of this site, such as /img/name.webp. */
    source: z.string().check(z.maxLength(300), z.regex(/^\/(?![/\\])[\w\-./]*\.(?:webp|png|jpe?g)$/)),
    width: z.optional(wholeNumber(1, 3072)),
    height: z.optional(wholeNumber(1, 3072)),
    format: z._default(z.enum(['webp', 'png', 'jpeg', 'avif']), 'webp'),
    quality: z._default(wholeNumber(1, 100), 80),
    fit: z._default(ImageFit, 'cover'),
    position: z._default(ImagePosition, 'center'),
  }),
  output: binary('image/webp', 'image/png', 'image/jpeg', 'image/avif'),
  errors: ['not_found', 'image.invalid', 'validation.failed', 'rate.exceeded'],
})
