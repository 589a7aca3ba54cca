import * as z from 'zod/mini'
import { binary, endpoint } from './endpoint.ts'
import { wholeNumber } from './values.ts'

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
