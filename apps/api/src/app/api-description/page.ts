import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { frame, type Reference } from './guide/render.ts'

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

export const referencePage = ({ path, title, description }: Reference): string =>
  frame({
    path,
    title,
    body: `<div id="main" tabindex="-1"><div id="reference"></div></div>
<noscript>This page needs JavaScript. The same in machine-readable form: <a href="${description}">${description}</a></noscript>
<script src="/docs/redoc.js"></script>
<script src="/docs/start.js" data-description="${description}"></script>`,
  })

const font = { fontFamily: 'Inter, system-ui, sans-serif' }
const typography = { ...font, headings: font }

const light = {
  typography,
  colors: { primary: { main: '#1d3f8f' }, text: { primary: '#16202e', secondary: '#566070' } },
  sidebar: { backgroundColor: '#faf9f6', textColor: '#16202e' },
}

/** Redoc paints no background of its own: these are its colours on the dark paper of the guide's style sheet. */
const dark = {
  typography: { ...typography, code: { color: '#e9ecf1', backgroundColor: '#2b333e' } },
  colors: {
    primary: { main: '#8fb0ff' },
    success: { main: '#6fcf97' },
    warning: { main: '#e2b75b', contrastText: '#e9ecf1' },
    error: { main: '#ff8f86' },
    text: { primary: '#e9ecf1', secondary: '#9aa5b4' },
    gray: { 50: '#1a2028', 100: '#2b333e' },
    border: { light: '#2b333e', dark: '#2b333e' },
  },
  schema: {
    linesColor: '#4a5a75',
    nestedBackground: '#1a2028',
    typeNameColor: '#9aa5b4',
    typeTitleColor: '#9aa5b4',
    requireLabelColor: '#ff8f86',
  },
  sidebar: { backgroundColor: '#1a2028', textColor: '#e9ecf1' },
  rightPanel: {
    backgroundColor: '#0c0f14',
    servers: {
      overlay: { backgroundColor: '#1a2028', textColor: '#e9ecf1' },
      url: { backgroundColor: '#0c0f14' },
    },
  },
  codeBlock: { backgroundColor: '#1a2028' },
}

const options = (theme: object) =>
  JSON.stringify({ hideDownloadButton: false, nativeScrollbars: true, theme })

export const startScript = `const isDark = matchMedia('(prefers-color-scheme: dark)').matches
const { description } = document.currentScript.dataset
Redoc.init(description, isDark ? ${options(dark)} : ${options(light)}, document.getElementById('reference'))
`

const foreignLogo = 'https://cdn.redoc.ly/redoc/logo-mini.svg'

/** Redoc as it is in our packages; the one picture it would fetch from elsewhere is replaced by our own. */
export function readRedoc(): Buffer {
  const file = createRequire(import.meta.url).resolve('redoc/bundles/redoc.standalone.js')
  return Buffer.from(readFileSync(file, 'utf8').replaceAll(foreignLogo, '/mark.svg'))
}

/** The product's own font. */
export const readFont = (): Buffer =>
  readFileSync(
    createRequire(import.meta.url).resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'),
  )
