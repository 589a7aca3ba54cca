import type { PageSize } from '#api/platform/db/tables.ts'

/** So many pixels at most, whatever the page and the scale. */
const pixelLimit = 4_000_000
/** WebP knows no longer side. */
const sideLimit = 16_383

/** How large a page is rendered: scale 100 is 144 dpi, two pixels to the point. */
export function pixelsOf(
  page: Pick<PageSize, 'width' | 'height'>,
  scale: number,
): { width: number; height: number } {
  const wanted = (scale / 100) * 2
  const factor = Math.min(
    wanted,
    Math.sqrt(pixelLimit / (page.width * page.height)),
    sideLimit / Math.max(page.width, page.height),
  )
  const whole = factor === wanted ? Math.round : Math.floor
  return {
    width: Math.max(1, whole(page.width * factor)),
    height: Math.max(1, whole(page.height * factor)),
  }
}
