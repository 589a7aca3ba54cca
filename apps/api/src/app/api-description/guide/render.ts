import { escapeHtml } from '#api/platform/values/html.ts'
import { curlOf } from './example.ts'
import type { Block, GuidePage } from './blocks.ts'
import { guidePages } from './pages.ts'

export interface Reference {
  readonly path: string
  readonly title: string
  /** The description that the page shows. */
  readonly description: string
}

/** Programs and people have calls of other shapes, at some addresses even the same ones. */
export const references: readonly Reference[] = [
  {
    path: '/docs/reference/integration',
    title: 'Integration API reference',
    description: '/openapi-integration.json',
  },
  { path: '/docs/reference', title: 'API reference', description: '/openapi.json' },
]

/** The frame that the guide and the references share: logo, name, and the way between them. */
export function frame(given: { path: string; title: string; head?: string; body: string }): string {
  const links = [...guidePages, ...references].map(
    ({ path, title }) =>
      `<a href="${path}"${path === given.path ? ' aria-current="page"' : ''}>${escapeHtml(title)}</a>`,
  )
  return `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(given.title)} · Countersign API</title>
<link rel="icon" href="/mark.svg">
<link rel="stylesheet" href="/docs/guide.css">
${given.head ?? ''}</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header><a class="name" href="/docs"><img src="/mark.svg" alt="" width="28" height="28">Countersign API</a>
<nav aria-label="Documentation">${links.join('')}</nav></header>
${given.body}
</body>
</html>
`
}

export function renderPage(page: GuidePage, origin: string): string {
  const blocks = page.blocks.map((block) => renderBlock(block, origin)).join('\n')
  const next = [...guidePages, ...references][guidePages.indexOf(page) + 1] ?? page
  return frame({
    ...page,
    body: `<main id="main" tabindex="-1"><h1>${escapeHtml(page.title)}</h1>
<p class="lead">${inline(page.lead, origin)}</p>
${blocks}
<p class="next"><a href="${next.path}">Next: ${escapeHtml(next.title)}</a></p></main>`,
  })
}

function renderBlock(block: Block, origin: string): string {
  if ('heading' in block) return `<h2>${escapeHtml(block.heading)}</h2>`
  if ('text' in block) return `<p>${inline(block.text, origin)}</p>`
  if ('shell' in block) return code(block.shell.replaceAll('{origin}', origin))
  const { keep } = block.example
  const kept = Object.entries(keep).map(([name, path]) =>
    path ? `<code>${escapeHtml(path)}</code> as <code>${name}</code>` : `it as <code>${name}</code>`,
  )
  const hint = kept.length > 0 ? `<p class="keep">From the response, set  ${kept.join(' and ')}.</p>` : ''
  return `${code(curlOf(block.example))}${hint}`
}

/** It scrolls where it is wider than the page: then it has to be reached by the keyboard. */
const code = (given: string) => `<pre tabindex="0"><code>${escapeHtml(given)}</code></pre>`

const inline = (given: string, origin: string) =>
  escapeHtml(given.replaceAll('{origin}', origin))
    .replaceAll(/`([^`]+)`/g, '<code>$1</code>')
    .replaceAll(/\[([^\]]+)\]\((\/[\w/-]+)\)/g, '<a href="$2">$1</a>')
