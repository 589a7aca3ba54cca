export interface Picture {
  readonly name: string
  readonly title: string
  readonly path: string
}

/** In the order of the page; a picture belongs to the first group that takes its path. */
const groups: readonly (readonly [string, RegExp])[] = [
  ['Signing in and up', /^\/(login|signup|sso|password-reset|terms)/],
  ['Signing from a link', /:link|^\/direct-sign/],
  [
    'Documents',
    /^\/(dashboard|compose|templates|bulk-sends|signer-groups|upload|view|sendto|signed|declined|success|mab)/,
  ],
  ['Your account', /^\/profile/],
  ['Businesses', /^\/business/],
  ['API', /^\/docs/],
  ['Everything else', /^\//],
]

const groupOf = (path: string) => groups.find(([, takes]) => takes.test(path))?.[0]

function row({ name, title, path }: Picture): string {
  const shown = path.replaceAll(/:(\w+)/g, '{$1}')
  const image = (kind: string, width: number) =>
    `<img src="${name}-${kind}.webp" width="${width}" alt="${title}, ${kind}">`
  return `| **${title}**<br>\`${shown}\` | ${image('wide', 480)} | ${image('phone', 150)} |`
}

/** The page that shows all pictures, by group. */
export function tableOf(pictures: readonly Picture[]): string {
  const parts = groups.map(([group]) => {
    const rows = pictures.filter(({ path }) => groupOf(path) === group).map(row)
    return `## ${group}\n\n| screen | wide | phone |\n| --- | --- | --- |\n${rows.join('\n')}\n`
  })
  return `# Screens\n\nTaken by \`npm run screens\`, in English and light, from a product that it starts itself. Do not edit by hand.\n\n${parts.join('\n')}`
}
