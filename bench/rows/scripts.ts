import { scriptSizes } from '../../apps/web/size.mjs'
import type { Figure, Row } from '../row.ts'

const limits: Record<string, { limit: number; peer: string }> = {
  login: { limit: 120, peer: '340 KB' },
  dashboard: { limit: 160, peer: '499 KB' },
  'direct-sign': { limit: 150, peer: '577 KB' },
  'direct-sign with fields': { limit: 165, peer: '577 KB' },
}

/** Script that the first view of a page loads, gzip. */
export const scripts: Row = {
  name: 'scripts',
  run: async () => {
    const sizes: Record<string, { kilobytes: number }> = scriptSizes()
    return Object.entries(limits).map(([page, { limit, peer }]): Figure => {
      const size = sizes[page]
      if (!size) throw new Error(`${page} is not among the built pages`)
      return { what: `script of ${page}, gzip`, measured: size.kilobytes, unit: 'KB', limit, peer }
    })
  },
}
