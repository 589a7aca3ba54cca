import { escaped } from './escaped.ts'

export interface Page {
  /** Of the browser's tab; text. */
  readonly title: string
  /** Text. */
  readonly heading: string
  /** HTML. */
  readonly content: string
  /** Besides those of all pages. */
  readonly style?: string
  /** HTML of further elements of the head. */
  readonly script?: string
}

/** A page of an outside party's stand-in. */
export function page({ title, heading, content, style, script = '' }: Page): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${escaped(title)} (sandbox)</title>
    <link rel="icon" href="/favicon.svg" />
    <link rel="stylesheet" href="/inbox.css" />
    <link rel="stylesheet" href="/single-sign-on.css" />
    ${style ? `<link rel="stylesheet" href="${style}" />` : ''}
    ${script}
  </head>
  <body>
    <main class="sign-in">
      <h1>${escaped(heading)}</h1>
      ${content}
    </main>
  </body>
</html>
`
}

/** An input with its label; `attributes` is HTML. */
export function field(name: string, label: string, attributes: string): string {
  return `<div class="field"><label for="${name}">${label}</label><input id="${name}" name="${name}" ${attributes} /></div>`
}
