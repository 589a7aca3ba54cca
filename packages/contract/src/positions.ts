import * as z from 'zod/mini'

/** Points of the page as displayed, from the top left, y down. `page` counts from "0". */
export const Position = z.object({
  page: z.string().check(z.regex(/^\d{1,5}$/)),
  x: z.number().check(z.minimum(-14400), z.maximum(14400)),
  y: z.number().check(z.minimum(-14400), z.maximum(14400)),
  width: z.number().check(z.minimum(1), z.maximum(14400)),
  height: z.number().check(z.minimum(1), z.maximum(14400)),
  rotation: z.optional(z.literal([0, 90, 180, 270])),
})
export type Position = z.infer<typeof Position>
