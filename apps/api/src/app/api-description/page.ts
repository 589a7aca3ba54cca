import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { frame } from './guide/render.ts'

const hashOf = (style: string) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`

/** Of the one style sheet that redoc brings as text: its scrollbars. */
const scrollbars = "'sha256-QMIg+bpjm3JdElJ388KYke01izlUW0UoNOeKjpMxdgc='"

/**
 * What this page alone may do: redoc searches in a worker that it makes itself, and adds its rules by script to style
 * elements that are empty in the document. No style that is written into the page applies but ours.
 */
export const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  `style-src 'self' ${hashOf('')} ${scrollbars}`,
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  'worker-src blob:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Redoc has no dark theme: the frame around it stays light too. */
export const page = frame({
  path: '/docs/reference',
  title: 'API reference',
  body: `<div id="main" tabindex="-1"><div id="reference"></div></div>
<noscript>This page needs JavaScript. The same in machine-readable form: <a href="/openapi.json">openapi.json</a></noscript>
<script src="/docs/redoc.js"></script>
<script src="/docs/start.js"></script>`,
}).replace('<html ', '<html class="light" ')

const options = {
  hideDownloadButton: false,
  nativeScrollbars: true,
  theme: {
    logo: { maxHeight: '40px', gutter: '16px' },
    colors: { primary: { main: '#1d3f8f' }, text: { primary: '#16202e', secondary: '#566070' } },
    sidebar: { backgroundColor: '#faf9f6', textColor: '#16202e' },
    typography: {
      fontFamily: 'Inter, system-ui, sans-serif',
      headings: { fontFamily: 'Inter, system-ui, sans-serif' },
    },
  },
}

export const startScript = `Redoc.init('/openapi.json', ${JSON.stringify(options)}, document.getElementById('reference'))\n`

const foreignLogo = 'https://cdn.redoc.ly/redoc/logo-mini.svg'

/** Redoc as it is in our packages; the one picture it would fetch from elsewhere is replaced by our own. */
export function readRedoc(): Buffer {
  const file = createRequire(import.meta.url).resolve('redoc/bundles/redoc.standalone.js')
  return Buffer.from(readFileSync(file, 'utf8').replaceAll(foreignLogo, '/mark.svg'))
}
