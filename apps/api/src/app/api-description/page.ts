import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const hashOf = (style: string) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`
const pageStyle =
  'body{margin:0;background:#faf9f6;color:#16202e;font:14px/1.5 Inter,system-ui,sans-serif}noscript{display:block;padding:24px}'

/** Of the one style sheet that redoc brings as text: its scrollbars. */
const scrollbars = "'sha256-QMIg+bpjm3JdElJ388KYke01izlUW0UoNOeKjpMxdgc='"

/**
 * What this page alone may do: redoc searches in a worker that it makes itself, and adds its rules by script to style
 * elements that are empty in the document. No style that is written into the page applies but ours.
 */
export const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  `style-src 'self' ${hashOf(pageStyle)} ${hashOf('')} ${scrollbars}`,
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  'worker-src blob:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

export const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference - Countersign</title>
<link rel="icon" href="/mark.svg">
<style>${pageStyle}</style>
</head>
<body>
<div id="reference"></div>
<noscript>This page needs JavaScript. The same in machine-readable form: <a href="/openapi.json">openapi.json</a></noscript>
<script src="/docs/redoc.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`

const options = {
  hideDownloadButton: false,
  nativeScrollbars: true,
  sortTagsAlphabetically: true,
  theme: {
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
